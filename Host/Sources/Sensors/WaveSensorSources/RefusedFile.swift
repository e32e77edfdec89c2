public import WaveSensorsWire
public import WaveSystem
public import WaveWire

/// A file that cannot be played, among others that can: its row says why.
public struct RefusedFile: SensorSource {
  /// Its name, and why it cannot be played.
  public let info: StreamSource
  /// There are no samples, so nothing says when they were made.
  public let isTimed = true
  private let reason: String

  /// Describes a file that was refused.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - explanation: The reason.
  public init(path: String, explanation: Explanation) {
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    // Where the file is is nothing for screens.
    let what = explanation.what(of: path)
    reason = "\(name) cannot be played: \(what). \(explanation.advice)"
    info = StreamSource(
      source: 0, name: "\(name), cannot be played".utf8(limit: WireLimits.text),
      detail: reason.utf8(limit: WireLimits.text), groups: [])
  }

  /// Says why, and nothing after that.
  public func events() -> AsyncStream<SensorEvent> {
    let notice = Notice(severity: .failure, text: reason.utf8(limit: WireLimits.text))
    return AsyncStream { $0.yield(.notice(notice)) }
  }

  /// Nothing can be done with it.
  public func perform(_ command: Command) {}
}
