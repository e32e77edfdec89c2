public import WaveSensorsWire
public import WaveSystem
import WaveWire

/// A placeholder for a file that cannot be played, which shows the reason.
public struct RefusedFile: SensorSource {
  /// The description, with the file's name and a note that the file cannot be played.
  public let info: StreamSource
  /// Always true.
  ///
  /// The value has no effect, because the source has no samples.
  public let isTimed = true
  private let reason: String

  /// Creates a source for a file that cannot be played.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - explanation: The reason why the file cannot be played.
  public init(path: String, explanation: Explanation) {
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    // The path of the file must not be shown.
    let what = explanation.what(of: path)
    reason = "\(name) cannot be played: \(what). \(explanation.advice)"
    info = StreamSource(
      source: 0, name: "\(name), cannot be played".utf8(limit: WireLimits.text),
      detail: reason.utf8(limit: WireLimits.text), groups: [])
  }

  /// Returns a stream that emits only a notice with the reason.
  public func events() -> AsyncStream<SensorEvent> {
    let notice = Notice(severity: .failure, text: reason.utf8(limit: WireLimits.text))
    return AsyncStream { $0.yield(.notice(notice)) }
  }
}
