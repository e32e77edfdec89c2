import TestSupport
import Testing
import WaveWire

@testable import WaveSensors

@Suite struct PlaybackClockTests {
  private func map(_ server: Int64, _ recorded: Int64, _ speed: Double) -> TimeMap {
    TimeMap(source: 0, serverMicroseconds: server, recordedMicroseconds: recorded, speed: speed)
  }

  @Test func ofWhatIsLiveItIsTheServers() {
    var clock = PlaybackClock()
    #expect(clock.microseconds(atServer: 5e6) == 5e6 && clock.serverMicroseconds(at: 5e6) == 5e6)
    #expect(clock.recordedMicroseconds(at: 5e6) == nil && clock.pace(atServer: 0) == 1)
    clock.receive(map(3_000_000, 1_700_000_000_000_000, 1))
    #expect(clock.microseconds(atServer: 5e6) == 5e6 && clock.microseconds(atServer: 1e6) == 1e6)
    #expect(clock.recordedMicroseconds(at: 5e6) == 1_700_000_002_000_000)
  }

  @Test func itRunsAsTheRecordingIsPlayedAndOverAPauseAsTheServers() {
    var clock = PlaybackClock()
    clock.receive(map(0, 0, 1))
    clock.receive(map(10_000_000, 10_000_000, 5))
    clock.receive(map(12_000_000, 20_000_000, 0))
    clock.receive(map(15_000_000, 20_000_000, 0.5))
    #expect(clock.microseconds(atServer: 4e6) == 4e6)
    #expect(clock.microseconds(atServer: 11e6) == 15e6)
    #expect(clock.microseconds(atServer: 13e6) == 21e6)
    #expect(clock.microseconds(atServer: 17e6) == 24e6)
    #expect(clock.recordedMicroseconds(at: 15e6) == 15e6)
    #expect(clock.recordedMicroseconds(at: 21e6) == 20e6, "over a pause the recording stands")
    #expect(clock.recordedMicroseconds(at: 24e6) == 21e6)
    #expect(clock.newest == map(15_000_000, 20_000_000, 0.5))
  }

  @Test func aPieceBeginsWhereItIsReceived() {
    var clock = PlaybackClock()
    clock.receive(map(0, 0, 1))
    clock.receive(map(10_000_000, 60_000_000, 1))
    #expect(clock.recordedMicroseconds(at: 10e6 - 1) == 10e6 - 1)
    #expect(clock.recordedMicroseconds(at: 10e6) == 60e6)
  }

  @Test func itIsTheSumOfWhatWasPlayedAndGoesBack() {
    var random = SeededGenerator(seed: 25)
    for _ in 0..<200 {
      var clock = PlaybackClock()
      var maps: [(server: Double, pace: Double)] = []
      var server: Int64 = 1_000_000
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let speed: Double = [0.0, 0.05, 1.0, 2.0, 5.0, 20.0].randomElement(using: &random) ?? 1
        clock.receive(map(server, 0, speed))
        maps.append((Double(server), speed > 0 ? speed : 1))
        server += Int64.random(in: 1...9_000_000, using: &random)
      }
      for _ in 0..<20 {
        let moment = Double.random(in: 1e6...Double(server) + 5e6, using: &random)
        var sum = maps[0].server
        for (index, piece) in maps.enumerated() where piece.server <= moment {
          let end = index + 1 < maps.count ? min(moment, maps[index + 1].server) : moment
          sum += (end - piece.server) * piece.pace
        }
        #expect(abs(clock.microseconds(atServer: moment) - sum) < 1e-3)
        #expect(abs(clock.serverMicroseconds(at: clock.microseconds(atServer: moment)) - moment) < 1e-3)
      }
    }
  }

  @Test func mapsReceivedAgainChangeNothing() {
    var clock = PlaybackClock()
    let maps = [map(0, 0, 1), map(1_000_000, 1_000_000, 5), map(2_000_000, 6_000_000, 2)]
    for map in maps { clock.receive(map) }
    let before = clock
    for map in maps { clock.receive(map) }
    #expect(clock == before)
    // What begins at the same time, or would have begun later, is not to be.
    clock.receive(map(1_000_000, 1_000_000, 3))
    #expect(clock.microseconds(atServer: 3e6) == 7e6)
  }

  @Test func theOldestPiecesGoAndMomentsStay() {
    var clock = PlaybackClock()
    for index in 0..<Int64(2 * PlaybackClock.pieceLimit) {
      clock.receive(map(index * 1_000_000, 0, index % 2 == 0 ? 1 : 3))
    }
    #expect(clock.microseconds(atServer: 128e6) == 256e6)
  }

  @Test(arguments: [Double.infinity, 1e300, Double.leastNonzeroMagnitude])
  func noSpeedMakesItNotANumber(speed: Double) {
    var clock = PlaybackClock()
    clock.receive(map(.max, .max, speed))
    clock.receive(map(.min, .min, speed))
    for moment in [-1e18, 0, 1e18] {
      #expect(clock.microseconds(atServer: moment).magnitude <= 1e18)
      #expect(clock.serverMicroseconds(at: moment).magnitude <= 1e18)
    }
  }
}
