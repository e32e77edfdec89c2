import Foundation

/// Checks the sources of a Waveglass server that is running on this machine.
public struct RunningServer: Check {
  /// The response of `/healthz` to programs on this machine.
  private struct Report: Decodable {
    struct Source: Decodable {
      var name: String
      var state: String
      var reason: String?
    }

    var status: String
    var sources: [Source]?
  }

  private let port: Int
  private let ask: @Sendable (Int) -> [UInt8]?

  /// Creates a check of a server.
  ///
  /// - Parameters:
  ///   - port: The server's port.
  ///   - ask: Returns the response to `GET /healthz` on a port of the loopback address, or nil if there is
  ///     none; by default over plain HTTP.
  public init(port: Int, ask: @escaping @Sendable (Int) -> [UInt8]? = UnsafeConnection.health) {
    self.port = port
    self.ask = ask
  }

  /// Returns findings about the server's sources, or none if no server answers over plain HTTP.
  public func findings() -> [Finding] {
    guard let answer = ask(port), let body = Self.body(of: answer),
      let report = try? JSONDecoder().decode(Report.self, from: Data(body))
    else { return [] }
    guard let sources = report.sources else {
      return report.status == "ok"
        ? [.ok("source", "the server at \(port) reports no problem")]
        : [
          .problem(
            "source",
            "the server at \(port) reports a problem, but shows only paired devices what it is",
            fix: "look at the page on a paired device, or at the server's log")
        ]
    }
    return sources.map(finding)
  }

  private func finding(_ source: Report.Source) -> Finding {
    let found = "\(source.name): \(source.state)" + (source.reason.map { ". \($0)" } ?? "")
    return switch source.state {
    case "delivering", "paused": .ok("source", found)
    case "starting": .warning("source", found, fix: "wait, or check what it is connected to")
    case "ended":
      .problem("source", found, fix: "fix it, then restart waveglass; the other sources continue until then")
    default:
      .problem("source", found, fix: "fix it: waveglass continues by itself when it is back")
    }
  }

  /// Returns the body of an HTTP response, or nil if it is malformed.
  private static func body(of answer: [UInt8]) -> ArraySlice<UInt8>? {
    guard answer.starts(with: Array("HTTP/1.1 ".utf8)) else { return nil }
    let end = Array("\r\n\r\n".utf8)
    let start = answer.indices.first { answer[$0...].starts(with: end) }
    return start.map { answer[($0 + end.count)...] }
  }
}
