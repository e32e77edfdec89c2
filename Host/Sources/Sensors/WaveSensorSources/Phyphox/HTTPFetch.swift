import NIOCore
import NIOHTTP1
import NIOPosix
import WaveSystem

/// A client that fetches documents over plain HTTP.
enum HTTPFetch {
  /// The reason why a request failed, as text.
  struct Failure: Error {
    let words: String
    /// Whether the response exceeded the byte limit.
    var isTooLong = false
  }

  /// The timeout for a response.
  private static let patience = TimeAmount.seconds(5)

  /// Fetches a document with a single request.
  ///
  /// - Parameters:
  ///   - host: The host name or address of the server.
  ///   - port: The port.
  ///   - path: The path, including the query.
  ///   - byteLimit: The maximum size of the document in bytes.
  /// - Returns: The document.
  /// - Throws: `Failure` if the request fails or the response is invalid.
  static func get(host: String, port: Int, path: String, byteLimit: Int) async throws(Failure) -> [UInt8] {
    do {
      let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .connectTimeout(patience)
        .connect(host: host, port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHTTPClientHandlers()
            return try NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>(
              wrappingChannelSynchronously: channel)
          }
        }
      let alarm = channel.channel.scheduleClosing(in: patience)
      defer { alarm.cancel() }
      return try await channel.executeThenClose { inbound, outbound in
        let name = host.contains(":") ? "[\(host)]" : host
        try await outbound.write(
          .head(
            HTTPRequestHead(
              version: .http1_1, method: .GET, uri: path,
              headers: ["Host": "\(name):\(port)", "Connection": "close"])))
        try await outbound.write(.end(nil))
        return try await body(inbound, byteLimit: byteLimit)
      }
    } catch let failure as Failure {
      throw failure
    } catch { throw Failure(words: ConnectionFailure.words(for: error)) }
  }

  private static func body(
    _ inbound: NIOAsyncChannelInboundStream<HTTPClientResponsePart>, byteLimit: Int
  ) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await part in inbound {
      switch part {
      case .head(let head):
        guard head.status == .ok else { throw Failure(words: "it answers with status \(head.status.code)") }
      case .body(let buffer):
        guard bytes.count + buffer.readableBytes <= byteLimit else {
          throw Failure(words: "its answer is longer than \(byteLimit) bytes", isTooLong: true)
        }
        bytes.append(contentsOf: buffer.readableBytesView)
      case .end: return bytes
      }
    }
    throw Failure(words: "its answer was cut off")
  }
}
