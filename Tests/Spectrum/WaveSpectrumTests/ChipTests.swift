import TestSupport
import Testing
@testable import WaveInteraction
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrum

@Suite struct ChipTests {
  private static let now: Int64 = 100_000_000

  private static func heard(_ secondsAgo: Double) -> DataWatch {
    var watch = DataWatch()
    watch.receive(intervalMicroseconds: 33_333, at: now - Int64(secondsAgo * 1e6))
    return watch
  }

  /// The chip's tone, its strong text and its quiet text.
  private func text(
    isPaused: Bool = false, offset: Int64 = 0, speed: Double? = nil, recorded: Int64? = nil,
    latency: Double? = nil, losses: Losses = Losses(), watch: DataWatch = heard(0), steering: Steering? = nil,
    on plot: Plot = .make(), at now: Int64 = now
  ) -> String {
    let chip = Chip(
      isPaused: isPaused, offsetMicroseconds: offset, speed: speed, recordedMicroseconds: recorded,
      latencyMicroseconds: latency, losses: losses, watch: watch, steering: steering)
    let controls = listedControls { chip.append(to: &$0, on: plot, at: now) }
    guard let only = controls.first, controls.count == 1, only.kind == ControlList.Kind.chip.rawValue,
      let tone = ControlList.Tone(rawValue: only.flags)
    else { return "" }
    return "\(tone): " + only.texts.joined(separator: " | ")
  }

  @Test func saysWhetherDataCome() {
    #expect(text() == "live: Live | ")
    #expect(text(watch: DataWatch()) == "behind: Waiting | no data yet")
    #expect(text(watch: Self.heard(125)) == "stale: No data | last data 2:05 min ago")
    #expect(
      text(watch: Self.heard(5), on: .make(flags: .simulated))
        == "stale: No data | simulated \u{00B7} last data 5 s ago")
  }

  @Test func aPauseComesFirst() {
    #expect(
      text(isPaused: true, offset: 5_000_000, speed: 1, watch: DataWatch()) == "paused: Paused | tap to go on"
    )
    #expect(
      text(isPaused: true, recorded: 3_600_000_000, on: .make(zoneSeconds: 60))
        == "paused: Paused | 01:01:00 \u{00B7} tap to go on")
    #expect(
      text(isPaused: true, on: .make(flags: .microphone))
        == "paused: Paused | microphone, uncalibrated \u{00B7} tap to go on")
  }

  @Test func timeThatIsBehindIsSaid() {
    #expect(text(offset: 2_540_000, speed: 1, latency: 9000) == "behind: 2.5 s ago | back to now")
    #expect(text(offset: 1) == "behind: 0.0 s ago | back to now")
  }

  @Test func aRecordingSaysItsSpeed() {
    #expect(text(speed: 1, watch: DataWatch()) == "live: Playing | ")
    #expect(text(speed: 20) == "live: Playing 20\u{00D7} | ")
    #expect(text(speed: 0.25) == "live: Playing 0.25\u{00D7} | ")
    #expect(text(speed: 0) == "paused: Playback stopped | ")
    #expect(text(speed: 1, recorded: 0) == "live: Playing | 00:00:00")
  }

  @Test func latencyIsThatOfLiveData() {
    #expect(text(latency: 12_400) == "live: Live | 12 ms")
    #expect(text(latency: -1) == "live: Live | 0 ms")
    #expect(text(latency: 12_400, on: .make(.meter)) == "live: Live | 12 ms")
    #expect(text(latency: 12_400, on: .make(.waterfall)) == "live: Live | ")
    #expect(text(latency: 12_400, on: .make(flags: .recording)) == "live: Live | ")
    #expect(text(latency: 12_400, watch: DataWatch()) == "behind: Waiting | no data yet")
    // The clock of a recording is worth more.
    #expect(text(recorded: 61_000_000, latency: 12_400) == "live: Live | 00:01:01")
  }

  @Test func anotherWhoSteersIsNamed() {
    func steering(_ state: Steering.State, isViewOnly: Bool = false) -> Steering {
      Steering(source: 0, state: state, viewers: 2, isViewOnly: isViewOnly)
    }
    #expect(text(steering: steering(.you)) == "live: Live | ")
    #expect(
      text(latency: 1e4, steering: steering(.another)) == "live: Live | another screen steers \u{00B7} 10 ms")
    #expect(text(steering: steering(.free, isViewOnly: true)) == "live: Live | looking only")
  }

  @Test func lossesAreCounted() {
    var losses = Losses()
    losses.count(1, view: 0, skipped: 0)
    losses.count(3, view: 0, skipped: 0)
    #expect(text(losses: losses) == "live: Live | ")
    losses.publish()
    #expect(text(losses: losses) == "live: Live | lost 1 row")
    losses.count(5, view: 0, skipped: 0)
    losses.publish()
    #expect(text(losses: losses, on: .make(.meter)) == "live: Live | lost 2 rows")
  }

  @Test func linesAreCountedInTheWaterfallAlone() {
    var losses = Losses()
    losses.note(.incomplete, skipped: 0, at: Self.now)
    #expect(text(losses: losses, on: .make(.waterfall)) == "live: Live | rows lost in 1 line")
    #expect(text(losses: losses) == "live: Live | ")
    losses.note(.incomplete, skipped: 0, at: Self.now)
    #expect(text(losses: losses, on: .make(.waterfall)) == "live: Live | rows lost in 2 lines")
    // For three seconds.
    let late = Self.now + 3_000_000
    #expect(
      text(losses: losses, on: .make(.waterfall), at: late) == "stale: No data | last data 3 s ago")
  }

  @Test func whatHappensNowIsSaid() {
    var losses = Losses()
    losses.note([.heldUp, .clipped], skipped: 7, at: Self.now)
    losses.publish()
    #expect(text(losses: losses) == "live: Live | cannot keep up: skipped 7 \u{00B7} clipping")
    #expect(text(speed: 1, losses: losses, at: Self.now + 3_000_000) == "live: Playing | ")
    losses.slow(toMicroseconds: 250_000, at: Self.now + 3_000_000)
    #expect(text(speed: 1, losses: losses, at: Self.now + 3_000_000) == "live: Playing | 4 rows/s")
    #expect(
      text(speed: 1, losses: losses, on: .make(.waterfall), at: Self.now + 3_000_000) == "live: Playing | ")
  }
}
