import Testing
import WaveKit
import WaveSensorsWire

@Suite struct SensorErrorTests {
  private func error(_ info: StreamSource) -> SensorError? {
    do throws(SensorError) {
      _ = try SensorReader(ScriptedSensor(info))
      return nil
    } catch { return error }
  }

  private func channels(_ count: Int) -> [StreamChannel] { (0..<count).map { StreamChannel("c\($0)") } }

  @Test func whatASensorSaysOfItselfIsCheckedBeforeAnySample() {
    #expect(error(StreamSource("n", groups: [])) == .noGroups)
    #expect(error(StreamSource("n", rateHertz: 1, channels: [])) == .noChannels(group: 0))
    for rate in [0, -1, .nan, .infinity] as [Double] {
      guard case .rate(_, group: 0) = error(StreamSource("n", rateHertz: rate, channels: channels(1))) else {
        Issue.record("\(rate)")
        continue
      }
    }
    #expect(
      error(StreamSource("n", rateHertz: 1, channels: channels(257)))
        == .tooManyChannels(count: 257, limit: 256))
    #expect(error(StreamSource("n", rateHertz: 1, channels: channels(256))) == nil)
    let groups = (0..<33).map { _ in StreamSource.Group(rateHertz: 1, channels: channels(1)) }
    #expect(error(StreamSource("n", groups: groups)) == .tooManyGroups(count: 33, limit: 32))
    #expect(
      error(StreamSource("n", rateHertz: 1e6, channels: channels(5)))
        == .load(valuesPerSecond: 5e6, limit: 4e6))
    let long = StreamChannel(String(repeating: "x", count: 65))
    #expect(error(StreamSource("n", rateHertz: 1, channels: [long])) == .text(byteCount: 65, limit: 64))
    let flat = StreamChannel("x", range: 1...1)
    #expect(error(StreamSource("n", rateHertz: 1, channels: channels(1) + [flat])) == .range(channel: 1))
  }

  @Test func aFilterAboveHalfTheRateIsRefusedWithWhatToDo() throws {
    do throws(SensorError) {
      _ = try SensorScreen(MadeSensor(rateHertz: 100), filters: [.lowPass(hertz: 60)])
      Issue.record("accepted")
    } catch {
      #expect(error == .filter(.corner(hertz: 60, nyquistHertz: 50), group: 0, rateHertz: 100))
      #expect(
        "\(error)"
          == "group 0, 100.0 Hz: a filter at 60.0 Hz, not above 0 and below half the rate, 50.0 Hz. "
          + "Choose a lower corner, or sample faster")
    }
  }

  @Test func filtersThatAreRefusedLeaveTheOldOnes() throws {
    var screen = try SensorScreen(MadeSensor(rateHertz: 100), filters: [.lowPass(hertz: 40)])
    #expect(throws: SensorError.self) { try screen.setFilters([.notch(hertz: 50)]) }
    screen.resize(width: 400, height: 200, at: 0)
    _ = screen.draw(at: 0)
    screen.handle(.key(.drawer, isShifted: false), at: 0)
    let controls = String(decoding: screen.model.controls.bytes, as: UTF8.self)
    #expect(controls.contains("low-pass 40 Hz"))
    // 2.57 ms by scipy.signal.group_delay of butter(2, 40, fs=100) at 10 Hz; whole milliseconds are shown.
    #expect(controls.contains("Filter delay") && controls.contains("3 ms"))
  }

  @Test func everyErrorSaysWhatToDo() {
    let errors: [SensorError] =
      [
        .noGroups, .noChannels(group: 1), .tooManyGroups(count: 40, limit: 32),
        .tooManyChannels(count: 300, limit: 256), .rate(hertz: 0, group: 0),
        .load(valuesPerSecond: 5e6, limit: 4e6), .text(byteCount: 70, limit: 64), .range(channel: 2),
      ]
      + [
        FilterError.sampleRate(0), .corner(hertz: 1, nyquistHertz: 1), .edges(lowHertz: 2, highHertz: 1),
        .order(99), .ripple(decibels: 0), .quality(0), .window(samples: 0, limit: 1),
        .limits(low: 1, high: 0),
      ].map { .filter($0, group: 0, rateHertz: 1) }
    for error in errors { #expect("\(error)".contains(". "), "\(error)") }
  }
}
