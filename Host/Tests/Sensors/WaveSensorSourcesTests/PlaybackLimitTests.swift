import TestSupport
import Testing
import WaveSensorsWire
import WaveStreams
import WaveSystem
import WaveWire

@testable import WaveSensorSources

/// Recordings that do not fit into one piece, or into what a client can show.
@Suite struct PlaybackLimitTests {
  /// A slow reader gets at most 32,768 samples of a group at once, and all of them in the end.
  @Test func whatIsLateComesInPieces() async throws {
    let recordings = try await SampleRecordings()
    let table = "time,x\n" + (0..<70_000).map { "\(Double($0) / 1000),\($0)\n" }.joined()
    try recordings.add("long", Array(table.utf8), "long.csv")
    var playback = try SignalPlayback(
      file: try SignalFile(path: recordings.folder + "/long.csv"), speed: 1)
    _ = playback.start(at: 0)
    var counts: [Int] = []
    var ends = 0
    for _ in 0..<3 {
      let events = try playback.advance(to: 69_999_000)
      let own = events.compactMap { if case .block(_, let block) = $0 { block.count } else { nil } }
      counts += own
      ends += events.count { if case .notice = $0 { true } else { false } }
      #expect(ends == (counts.count == 3 ? 1 : 0))
    }
    #expect(counts == [32_768, 32_768, 4464] && ends == 1 && playback.wakeMicroseconds(after: 0) == nil)
  }

  /// The number of streams of a client is limited: what has no room is left out, and said.
  @Test func channelsWithoutRoomAreLeftOut() async throws {
    let recordings = try await SampleRecordings()
    for (count, isPlayed) in [(252, true), (253, false)] {
      let names = (0..<count).map { "c\($0)" }.joined(separator: ",")
      let row = [String](repeating: "1", count: count).joined(separator: ",")
      try recordings.add("wide", Array("\(names)\n\(row)\n\(row)\n".utf8), "wide\(count).csv")
      let file = try SignalFile(path: recordings.folder + "/wide\(count).csv")
      #expect(file.groups[0].channels.count == count)
      if isPlayed {
        #expect(try SignalPlayback(file: file, speed: 1).leftOut == nil)
      } else {
        #expect(throws: SensorSourceError.nothingToPlay(path: file.path)) {
          try SignalPlayback(file: file, speed: 1)
        }
      }
    }
    let signals = (0..<70).map { number in
      EDFBytes.Signal(label: "s\(number)", width: number + 1) { _ in [Int](repeating: 1, count: number + 1) }
    }
    try recordings.add("groups", EDFBytes(records: 1, signals: signals).bytes, "groups.edf")
    let playback = try SignalPlayback(
      file: try SignalFile(path: recordings.folder + "/groups.edf"), speed: 1)
    let left = 70 - playback.info.groups.count
    #expect(left > 0 && playback.leftOut == "\(left) channels of the recording are left out.")
    #expect(playback.info.groups.map(\.rateHertz) == (1...playback.info.groups.count).map { Double($0) })
  }
}
