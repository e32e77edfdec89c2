import AsyncHTTPClient
import NIOCore
import NIOHTTP1

extension ClickHouseClient {
  /// The answer to a query that changes nothing, part by part as it comes; no more is read than is taken.
  ///
  /// The server fails in the middle where it fails: what was given before is then not all there is.
  /// - Parameters:
  ///   - sql: The query, its format and all.
  ///   - settings: Settings of the server's by name, which go before the limits.
  ///   - each: Called with one part after another; false ends it.
  /// - Throws: `ClickHouseError`, and what `each` throws; `cancelled` as soon as the task is cancelled while
  ///   it waits for the server.
  public func stream(
    _ sql: String, settings: [String: String] = [:],
    each: ([UInt8]) async throws(ClickHouseError) -> Bool
  ) async throws(ClickHouseError) {
    let limited = readingSettings(settings)
    let seconds = patience(limited)
    try await withAllowedSettings { () throws(ClickHouseError) in
      let request = ClickHouseRequest(sql, waitsForEnd: false, settings: limited)
      let handoff = PartHandoff()
      let tasks = [read(request, into: handoff), watch(handoff, seconds: seconds)]
      defer {
        handoff.finish(.failure(.cancelled))
        for task in tasks { task.cancel() }
        if !handoff.isAnswered { endOnServer(request.id) }
      }
      var hasGiven = false
      while true {
        let next = await withTaskCancellationHandler {
          await handoff.next()
        } onCancel: {
          handoff.finish(.failure(.cancelled))
        }
        switch next {
        case .success(nil): return
        case .success(let part?):
          hasGiven = true
          guard try await each(part) else { return }
        // What has been given is not given again.
        case .failure(.settingRefused(let words)) where hasGiven: throw .server(code: 164, words)
        case .failure(let error): throw error
        }
      }
    }
  }

  /// Reads the answer into a handoff.
  private func read(_ request: ClickHouseRequest, into handoff: PartHandoff) -> Task<Void, Never> {
    let settings = allowed
    return Task {
      do throws(ClickHouseError) {
        let answer = try await begin(request, settings)
        var tail = AnswerTail(tag: answer.headers.first(name: "X-ClickHouse-Exception-Tag"))
        var cut: ClickHouseError?
        do {
          for try await part in answer.body {
            let data = tail.take(part.readableBytesView)
            if !data.isEmpty, await !handoff.give(data) { return }
          }
        } catch {
          cut = failure(error, isAnswering: true)
        }
        let end = tail.finish()
        if let text = end.failure { throw text.error(status: 200, header: nil, of: address, limits) }
        if let cut { throw cut }
        if !end.data.isEmpty, await !handoff.give(end.data) { return }
        handoff.finish(.success(()), isAnswer: true)
      } catch {
        handoff.finish(.failure(error), isAnswer: true)
      }
    }
  }

  /// Ends a handoff for which a part has been waited for too long.
  private func watch(_ handoff: PartHandoff, seconds: Int) -> Task<Void, Never> {
    Task {
      while (try? await Task.sleep(for: .milliseconds(500))) != nil {
        if let since = handoff.waitingSince, since.duration(to: .now) > .seconds(seconds) {
          handoff.finish(.failure(.tooSlow(seconds: seconds)))
        }
      }
    }
  }
}
