import WaveUnits
import WaveWire

/// How far a source has come at a moment, in its own time and in the server's.
struct SourceTime: Sendable {
  /// How the source's time runs beside the server's.
  let playback: PlaybackClock
  /// The server's time now.
  let server: Int64
  /// Whether the source is a recording.
  let isRecording: Bool
  /// The newest moment that can be shown.
  let live: Double
  /// The server time of the oldest sample that can be asked for.
  let oldestMicroseconds: Int64

  /// The time of a source whose newest samples are known; a server that does not answer leaves no gap.
  init(
    playback: PlaybackClock, server: Int64, isRecording: Bool, isAnswering: Bool, recency: Recency,
    oldestMicroseconds: Int64
  ) {
    self.playback = playback
    self.server = server
    self.isRecording = isRecording
    self.oldestMicroseconds = oldestMicroseconds
    guard let newest = recency.newest else {
      live = playback.microseconds(atServer: Self.arrived(playback, server, isRecording))
      return
    }
    // A stream that has stopped leaves a gap that grows; a recording that is held does not.
    let now = playback.microseconds(atServer: Double(server))
    live = isAnswering && !isRecording ? recency.edge(serverMicroseconds: now) ?? newest : newest
  }

  /// The source's time now.
  var now: Double { playback.microseconds(atServer: Double(server)) }

  /// The server time that the source has come to: now, or when a recording came to rest.
  var arrived: Double { Self.arrived(playback, server, isRecording) }

  /// The oldest sample that can be asked for, in source time.
  var oldest: Double { playback.microseconds(atServer: Double(oldestMicroseconds)) }

  /// The moment that the source had come to some of the server's microseconds before.
  func reached(before: Int64 = 0) -> Double { playback.microseconds(atServer: arrived - Double(before)) }

  private static func arrived(_ playback: PlaybackClock, _ server: Int64, _ isRecording: Bool) -> Double {
    guard isRecording, let map = playback.newest, map.speed == 0 else { return Double(server) }
    return Double(Swift.min(server, map.serverMicroseconds))
  }
}
