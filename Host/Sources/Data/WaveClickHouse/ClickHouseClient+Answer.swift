import AsyncHTTPClient
import NIOCore
import NIOHTTP1

extension ClickHouseClient {
  /// Returns the complete response to a request.
  ///
  /// Cancelling the task ends the wait immediately.
  func answer(_ request: ClickHouseRequest, seconds: Int) async throws(ClickHouseError) -> [UInt8] {
    let settings = allowed
    return try await CancellableWait.wait(seconds: seconds, left: { self.endOnServer(request.id) }) {
      () async throws(ClickHouseError) in
      try await self.exchange(request, settings)
    }
  }

  /// Sends a request and reads the complete response.
  func exchange(
    _ request: ClickHouseRequest, _ settings: ClickHouseRequest.Settings
  ) async throws(ClickHouseError) -> [UInt8] {
    let answer = try await begin(request, settings)
    var bytes: [UInt8] = []
    do {
      for try await part in answer.body {
        guard bytes.count + part.readableBytes <= limits.answerBytes else {
          throw ClickHouseError.answerTooLarge(limit: limits.answerBytes)
        }
        bytes.append(contentsOf: part.readableBytesView)
      }
    } catch { throw failure(error, isAnswering: true) }
    return bytes
  }

  /// Sends a request and reads the head of the response.
  ///
  /// - Returns: A response that does not start with an error.
  func begin(
    _ request: ClickHouseRequest, _ settings: ClickHouseRequest.Settings
  ) async throws(ClickHouseError) -> HTTPClientResponse {
    let answer = try await head(
      request.http(address, password: password, allowed: settings), request.isReadOnly)
    let code = answer.headers.first(name: "X-ClickHouse-Exception-Code").flatMap { Int($0) }
    guard answer.status != .ok || code != nil else { return answer }
    var text: [UInt8] = []
    do {
      for try await part in answer.body where text.count < ServerText.byteLimit {
        text.append(contentsOf: part.readableBytesView.prefix(ServerText.byteLimit - text.count))
      }
    } catch {
      guard !text.isEmpty else { throw failure(error, isAnswering: true) }
    }
    throw ServerText(text).error(status: Int(answer.status.code), header: code, of: address, limits)
  }

  /// Returns the head of the response, whether or not it reports an error.
  ///
  /// A read-only request is sent again if it fails, since the server may have closed an idle connection, for
  /// example during a restart.
  private func head(
    _ request: HTTPClientRequest, _ isReadOnly: Bool
  ) async throws(ClickHouseError) -> HTTPClientResponse {
    var isLast = !isReadOnly
    while true {
      do {
        return try await http.execute(request, deadline: .distantFuture)
      } catch {
        guard !isLast, (error as? HTTPClientError) == .remoteConnectionClosed else {
          throw failure(error, isAnswering: false)
        }
        isLast = true
      }
    }
  }

  /// Converts an error of the connection to a `ClickHouseError`.
  func failure(_ error: any Error, isAnswering: Bool) -> ClickHouseError {
    if let error = error as? ClickHouseError { return error }
    if error is CancellationError || (error as? HTTPClientError) == .cancelled { return .cancelled }
    if isAnswering { return .answerCut(place: address.place) }
    return .notReachable(place: address.place, reason: ConnectionWords.words(for: error))
  }
}
