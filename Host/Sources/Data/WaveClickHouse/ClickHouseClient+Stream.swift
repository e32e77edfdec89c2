import AsyncHTTPClient
import NIOCore
import NIOHTTP1

extension ClickHouseClient {
  /// Streams the response to a read-only query in parts, waiting for `each` to consume each part.
  ///
  /// If the server fails in the middle of the response, the parts delivered so far are incomplete.
  /// - Parameters:
  ///   - sql: The query, including its format.
  ///   - settings: Server settings by name, which override the limits.
  ///   - each: Called with each part in turn; returning false ends the query.
  /// - Throws: `ClickHouseError`, and the errors of `each`; `cancelled` as soon as the task is cancelled
  ///   while it waits for the server.
  public func stream(
    _ sql: String, settings: [String: String] = [:], each: ([UInt8]) async throws(ClickHouseError) -> Bool
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
      var hasDelivered = false
      while true {
        let next = await withTaskCancellationHandler {
          await handoff.next()
        } onCancel: {
          handoff.finish(.failure(.cancelled))
        }
        switch next {
        case .success(nil): return
        case .success(let part?):
          hasDelivered = true
          guard try await each(part) else { return }
        // The query cannot be repeated with other settings, since some parts have already been delivered.
        case .failure(.settingRefused(let words)) where hasDelivered: throw .server(code: 164, words)
        case .failure(let error): throw error
        }
      }
    }
  }

  /// Reads the response to a request in a separate task and passes its parts to the consumer.
  private func read(_ request: ClickHouseRequest, into handoff: PartHandoff) -> Task<Void, Never> {
    let settings = allowed
    return Task {
      do throws(ClickHouseError) {
        let answer = try await begin(request, settings)
        var tail = AnswerTail(tag: answer.headers.first(name: "X-ClickHouse-Exception-Tag"))
        var cut: ClickHouseError?
        do {
          for try await part in answer.body {
            let data = tail.append(part.readableBytesView)
            if !data.isEmpty, await !handoff.send(data) { return }
          }
        } catch { cut = failure(error, isAnswering: true) }
        let end = tail.finish()
        if let text = end.failure { throw text.error(status: 200, header: nil, of: address, limits) }
        if let cut { throw cut }
        if !end.data.isEmpty, await !handoff.send(end.data) { return }
        handoff.finish(.success(()), isAnswer: true)
      } catch { handoff.finish(.failure(error), isAnswer: true) }
    }
  }

  /// Ends a handoff if its next part takes too long to arrive.
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
