import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// Recorded time of all sources, and the position to which a finger drags a recording.
struct Playback: Sendable {
  /// Speeds to choose from.
  static let speeds: [Double] = [0, 1, 5, 20, 60, 300]
  /// Maps kept of a source.
  private static let mapsMax = 64

  private var maps: [TimeMap] = []
  /// The position from 0 to 1 to which a finger drags; nil while none does.
  private var seekFraction: Double?

  /// Keeps the latest maps of every source: those of one that is opened later are not sent again.
  mutating func receive(_ map: TimeMap) {
    let same = maps.indices.filter { maps[$0].source == map.source }
    if same.count >= Self.mapsMax { maps.remove(at: same[0]) }
    maps.append(map)
  }

  /// The maps of a source, oldest first.
  func maps(of source: UInt16?) -> [TimeMap] { maps.filter { $0.source == source } }

  /// Recorded time at a moment of server time; nil where the server did not say.
  func recordedMicroseconds(at server: Int64, of source: UInt16?) -> Int64? {
    guard let map = maps.last(where: { $0.source == source && $0.serverMicroseconds <= server })
    else {
      return nil
    }
    let since = Double(server - map.serverMicroseconds) * map.speed
    guard since.magnitude < 9e18 else { return nil }
    return map.recordedMicroseconds &+ Int64(saturating: since)
  }

  /// The speed now; nil where the server did not say.
  func speed(of source: UInt16?) -> Double? { maps.last { $0.source == source }?.speed }

  /// How far a recording has come at a moment of server time, from 0 to 1; while a finger drags it, how far
  /// it is dragged.
  func position(in source: SourceInfo, at server: Int64) -> Double? {
    if let seekFraction { return seekFraction }
    return recordedMicroseconds(at: server, of: source.source).map { source.span.share(of: $0) }
  }

  /// Handles an input to the slider of positions.
  ///
  /// - Returns: The seconds from the start to play from; nil while a finger drags.
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
    case .set, .text: return nil
    }
  }

  /// The server's clock has jumped by microseconds.
  mutating func shift(by microseconds: Int64) {
    for index in maps.indices { maps[index].serverMicroseconds += microseconds }
  }

  /// The sources have gone.
  mutating func forget() { maps = [] }
}

/// The time that a recording covers.
struct RecordedSpan: Equatable, Sendable {
  /// Recorded time of the first row.
  let startMicroseconds: Int64
  /// Length in seconds; 0 if it is unknown, or the source is no recording.
  let durationSeconds: Double

  /// How far into the recording a moment is, from 0 to 1.
  @inline(never)
  func share(of microseconds: Int64) -> Double {
    guard durationSeconds > 0 else { return 0 }
    let seconds = Double(microseconds - startMicroseconds) / 1e6
    return Swift.max(0, Swift.min(1, seconds / durationSeconds))
  }
}

extension SourceInfo {
  /// The time that a recording covers.
  var span: RecordedSpan {
    RecordedSpan(startMicroseconds: startMicroseconds, durationSeconds: durationSeconds)
  }
}
