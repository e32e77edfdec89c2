import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// The mappings from server time to recorded time for all sources, and the position of a seek in progress.
struct Playback: Sendable {
  /// The playback speeds that the user can choose, as multiples of real time; 0 pauses.
  static let speeds: [Double] = [0, 1, 5, 20, 60, 300]
  /// The maximum number of time maps kept for each source.
  private static let mapsMax = 64

  private var maps: [TimeMap] = []
  /// The position, from 0 to 1, to which the user is dragging the slider; nil if there is no drag.
  private var seekFraction: Double?

  /// Stores a time map, even for a source that is not shown, because the server does not send it again.
  mutating func receive(_ map: TimeMap) {
    let same = maps.indices.filter { maps[$0].source == map.source }
    if same.count >= Self.mapsMax { maps.remove(at: same[0]) }
    maps.append(map)
  }

  /// Returns the time maps of a source, oldest first.
  func maps(of source: UInt16?) -> [TimeMap] { maps.filter { $0.source == source } }

  /// Returns the recorded time at a server time; nil if no time map of the source applies to that time.
  func recordedMicroseconds(at server: Int64, of source: UInt16?) -> Int64? {
    guard let map = maps.last(where: { $0.source == source && $0.serverMicroseconds <= server })
    else { return nil }
    let since = Double(server - map.serverMicroseconds) * map.speed
    guard since.magnitude < 9e18 else { return nil }
    return map.recordedMicroseconds &+ Int64(saturating: since)
  }

  /// Returns the current playback speed of a source; nil if the server has not sent a time map for the
  /// source.
  func speed(of source: UInt16?) -> Double? { maps.last { $0.source == source }?.speed }

  /// Returns the playback position at a server time, from 0 at the start of the recording to 1 at its end.
  ///
  /// While the user drags the slider, this is the slider's position.
  func position(in source: SourceInfo, at server: Int64) -> Double? {
    if let seekFraction { return seekFraction }
    return recordedMicroseconds(at: server, of: source.source).map { source.span.share(of: $0) }
  }

  /// Handles input to the position slider.
  ///
  /// - Returns: The position to play from, in seconds from the start; nil during a drag.
  mutating func seek(_ input: ControlInput, in source: SourceInfo, at server: Int64) -> Double? {
    let duration = source.durationSeconds
    guard duration > 0 else { return nil }
    switch input {
    case .drag(let phase, let fraction, _):
      let fraction = Swift.max(0, Swift.min(1, fraction))
      seekFraction = phase == .ended || phase == .cancelled ? nil : fraction
      return phase == .ended ? fraction * duration : nil
    case .step(_, let steps):
      let start = (position(in: source, at: server) ?? 0) * duration
      return Swift.max(0, Swift.min(duration, start + Double(steps) * duration / 100))
    case .set, .text, .seen: return nil
    }
  }

  /// Shifts the time maps after the server's clock has jumped by a number of microseconds.
  mutating func shift(by microseconds: Int64) {
    for index in maps.indices { maps[index].serverMicroseconds += microseconds }
  }

  /// Discards all time maps after the sources were removed.
  mutating func forget() { maps = [] }
}

/// The span of time that a recording covers.
struct RecordedSpan: Equatable, Sendable {
  /// The recorded time of the first row in microseconds.
  let startMicroseconds: Int64
  /// The length in seconds; 0 if it is unknown, or if the source is not a recording.
  let durationSeconds: Double

  /// Returns the position of a recorded time within the recording, from 0 to 1.
  @inline(never)
  func share(of microseconds: Int64) -> Double {
    guard durationSeconds > 0 else { return 0 }
    let seconds = Double(microseconds - startMicroseconds) / 1e6
    return Swift.max(0, Swift.min(1, seconds / durationSeconds))
  }
}

extension SourceInfo {
  /// The span of time that the recording covers.
  var span: RecordedSpan {
    RecordedSpan(startMicroseconds: startMicroseconds, durationSeconds: durationSeconds)
  }
}
