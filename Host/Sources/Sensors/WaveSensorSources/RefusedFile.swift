public import WaveSensorsWire
public import WaveSystem
public import WaveWire

/// A file that cannot be played, among others that can: its entry shows the reason.
public struct RefusedFile: SensorSource {
  /// The file's name, and the reason why it cannot be played.
  public let info: StreamSource
  /// True, although there are no samples.
  public let isTimed = true
  private let reason: String

  /// Describes a file that was refused.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - explanation: The reason.
  public init(path: String, explanation: Explanation) {
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    // The path of the file is not for screens.
    let what = explanation.what(of: path)
    reason = "\(name) cannot be played: \(what). \(explanation.advice)"
    info = StreamSource(
      source: 0, name: "\(name), cannot be played".utf8(limit: WireLimits.text),
      detail: reason.utf8(limit: WireLimits.text), groups: [])
  }

  /// Emits the reason, and nothing after it.
  public func events() -> AsyncStream<SensorEvent> {
    let notice = Notice(severity: .failure, text: reason.utf8(limit: WireLimits.text))
    return AsyncStream { $0.yield(.notice(notice)) }
  }

  /// Does nothing: there is nothing to control.
  public func perform(_ command: Command) {}
}
