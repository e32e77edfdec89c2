import Testing
import WaveRadioFormats
import WaveWire

@testable import WaveReceivers

/// A link with a clock that is turned by hand.
private struct Bench {
  var link: RTLTCPLink
  var now: Int64 = 1_000_000
  var actions: [RTLTCPLink.Action] = []

  init(rate: UInt32 = 1_000_000) {
    var settings = RTLTCPSettings()
    settings.rateHertz = rate
    link = RTLTCPLink(place: "radio:1234", settings: settings, seed: 7, at: now)
  }

  mutating func append(_ more: [RTLTCPLink.Action]) { actions += more }

  /// Turns the clock on, waking the link whenever it wants to.
  mutating func pass(milliseconds: Int64) {
    let end = now + milliseconds * 1000
    while link.wakeMicroseconds <= end {
      now = max(now, link.wakeMicroseconds)
      append(link.tick(at: now))
    }
    now = end
  }

  /// Lets samples come for so long, in blocks of 10 ms.
  mutating func stream(milliseconds: Int64) {
    for _ in 0..<milliseconds / 10 {
      now += 10_000
      append(link.received([UInt8](repeating: 128, count: Int(link.settings.rateHertz) / 50), at: now))
    }
  }

  mutating func greet() {
    pass(milliseconds: 0)
    now += 3000
    append(link.opened(at: now))
    append(link.received(RTLTCPHeader(tuner: .r820t, gainCount: 29).bytes, at: now))
  }

  /// Forgets what was done.
  mutating func forget() { actions = [] }

  var notices: [String] {
    actions.compactMap { if case .notice(let notice) = $0 { notice.string } else { nil } }
  }
  var sampleCount: Int {
    actions.reduce(0) { if case .samples(let bytes, _) = $1 { $0 + bytes.count / 2 } else { $0 } }
  }
  var sent: [RTLTCPCommand] {
    actions.reduce(into: []) { commands, action in
      guard case .send(let bytes) = action else { return }
      var reader = RTLTCPCommandReader()
      commands += reader.read(bytes.span)
    }
  }
}

@Suite struct RTLTCPLinkTests {
  @Test func connectsAndSetsTheReceiverBeforeSamplesCount() {
    var bench = Bench()
    bench.greet()
    #expect(bench.actions.first == .connect)
    #expect(
      bench.sent == [
        .sampleRate(1_000_000), .correction(0), .tunerGainMode(isManual: false), .converterGainControl(false),
        .frequency(100_000_000),
      ])
    #expect(bench.link.header?.tuner == .r820t)
    bench.forget()
    // One buffer of librtlsdr at 1 MS/s is 131 ms, more than the round trip and settling.
    bench.stream(milliseconds: 130)
    #expect(bench.actions.isEmpty)
    bench.stream(milliseconds: 20)
    #expect(bench.actions.first == .changed)
    bench.stream(milliseconds: 100)
    #expect((100_000...110_000).contains(bench.sampleCount))
    #expect(bench.notices.isEmpty)
  }

  @Test func samplesInFlightAtARetuneAreThrownAwayByTimeAndByCount() {
    var bench = Bench(rate: 2_400_000)
    bench.greet()
    bench.stream(milliseconds: 500)
    bench.forget()
    var settings = bench.link.settings
    settings.frequencyHertz = 145_000_000
    bench.append(bench.link.set(settings, at: bench.now))
    #expect(bench.sent == [.frequency(145_000_000)])
    bench.stream(milliseconds: 50)
    #expect(bench.sampleCount == 0 && !bench.actions.contains(.changed))
    bench.stream(milliseconds: 20)
    #expect(bench.actions.contains(.changed))
    // A burst of old samples is not taken for new ones, however many: time counts, too.
    bench.forget()
    settings.frequencyHertz = 146_000_000
    bench.append(bench.link.set(settings, at: bench.now))
    bench.now += 1000
    bench.append(bench.link.received([UInt8](repeating: 1, count: 2_000_000), at: bench.now))
    #expect(bench.sampleCount == 0 && !bench.actions.contains(.changed))
  }

  @Test func aGainIsSetWithoutLosingSamples() {
    var bench = Bench()
    bench.greet()
    bench.stream(milliseconds: 300)
    bench.forget()
    var settings = bench.link.settings
    settings.tunerGain = 297
    settings.isBiasTeeOn = true
    bench.append(bench.link.set(settings, at: bench.now))
    #expect(bench.sent == [.tunerGainMode(isManual: true), .tunerGain(297), .biasTee(true)])
    bench.stream(milliseconds: 100)
    #expect(bench.sampleCount == 100_000)
    settings.tunerGain = 0
    settings.isBiasTeeOn = false
    bench.forget()
    bench.append(bench.link.set(settings, at: bench.now))
    bench.append(bench.link.set(settings, at: bench.now))
    #expect(bench.sent == [.tunerGain(0), .biasTee(false)])
  }

  @Test func silenceIsSaidWithinTwoSecondsAndEndsTheConnectionLater() {
    var bench = Bench()
    bench.greet()
    bench.stream(milliseconds: 500)
    bench.forget()
    bench.pass(milliseconds: 1400)
    #expect(bench.actions.isEmpty)
    bench.pass(milliseconds: 200)
    #expect(bench.actions.first == .lost(samples: nil))
    #expect(bench.notices == ["radio:1234 sends no samples. Is the receiver still plugged in?"])
    #expect(bench.link.trouble == "sends no samples")
    // It comes back by itself.
    bench.stream(milliseconds: 20)
    #expect(bench.notices.last == "radio:1234 sends samples again." && bench.link.trouble.isEmpty)
    bench.forget()
    bench.pass(milliseconds: 7000)
    #expect(bench.actions.contains(.close))
    bench.pass(milliseconds: 500)
    #expect(bench.actions.contains(.connect))
    #expect(bench.notices.count == 1)
  }

  @Test func triesAgainLessAndLessOftenAndSaysItOnce() {
    var bench = Bench()
    var waits: [Int64] = []
    for _ in 0..<12 {
      let start = bench.now
      while !bench.actions.contains(.connect) { bench.pass(milliseconds: 1) }
      waits.append(bench.now - start)
      bench.actions.removeAll { $0 == .connect }
      bench.append(bench.link.closed(reason: "nothing is listening there", at: bench.now))
    }
    for (index, wait) in waits.dropFirst().enumerated() {
      let base = Double(min(250_000 << Int64(min(index, 6)), 15_000_000))
      #expect(Double(wait) >= 0.5 * base && Double(wait) <= 1.5 * base + 2000, "\(index): \(wait)")
    }
    #expect(Set(waits.suffix(5)).count > 1)
    #expect(
      bench.notices == [
        "radio:1234 cannot be reached: nothing is listening there. Start rtl_tcp there, or check the address"
      ])
    while !bench.actions.contains(.connect) { bench.pass(milliseconds: 100) }
    bench.greet()
    bench.stream(milliseconds: 300)
    #expect(bench.notices.last == "radio:1234 sends samples.")
    // All is well again: the next wait is short.
    bench.forget()
    bench.append(bench.link.closed(reason: "", at: bench.now))
    #expect(bench.actions.first == .lost(samples: nil))
    #expect(bench.link.wakeMicroseconds - bench.now <= 375_000)
  }

  @Test func settingsAreSentAgainAfterAReconnect() {
    var bench = Bench()
    bench.greet()
    bench.stream(milliseconds: 300)
    bench.append(bench.link.closed(reason: "", at: bench.now))
    var settings = bench.link.settings
    settings.frequencyHertz = 99_000_000
    bench.forget()
    bench.append(bench.link.set(settings, at: bench.now))
    #expect(bench.actions.isEmpty)
    bench.pass(milliseconds: 500)
    bench.greet()
    #expect(bench.sent.contains(.frequency(99_000_000)) && bench.sent.contains(.sampleRate(1_000_000)))
  }

  @Test func whatIsNoServerIsRefusedInWords() {
    var bench = Bench()
    bench.pass(milliseconds: 0)
    bench.append(bench.link.opened(at: bench.now))
    bench.append(bench.link.received(Array("HTTP/1.1 400 Bad Request\r\n".utf8), at: bench.now))
    #expect(bench.actions.contains(.close))
    #expect(bench.notices.first?.contains("is not an rtl_tcp server: it sends \"HTTP/1.1 400\"") == true)
    #expect(bench.sampleCount == 0)
  }

  @Test func aServerThatSaysNothingMayServeAnother() {
    var bench = Bench()
    bench.pass(milliseconds: 0)
    bench.append(bench.link.opened(at: bench.now))
    bench.pass(milliseconds: 1600)
    #expect(bench.notices.first?.contains("one client at a time") == true)
    // It is our turn.
    bench.append(bench.link.received(RTLTCPHeader(tuner: .e4000, gainCount: 14).bytes, at: bench.now))
    bench.stream(milliseconds: 300)
    #expect(bench.notices.last == "radio:1234 sends samples.")
  }

  @Test func bytesInAnyPiecesGiveTheSameSamples() {
    var bench = Bench()
    bench.pass(milliseconds: 0)
    bench.append(bench.link.opened(at: bench.now))
    for byte in RTLTCPHeader(tuner: .r820t, gainCount: 29).bytes {
      bench.append(bench.link.received([byte], at: bench.now))
    }
    bench.stream(milliseconds: 300)
    bench.forget()
    var value: UInt8 = 0
    for count in [1, 2, 3, 5, 1, 1, 7, 4] {
      bench.now += 10
      bench.append(
        bench.link.received(
          (0..<count).map { _ in
            value += 1
            return value
          }, at: bench.now))
    }
    var bytes: [UInt8] = []
    for case .samples(let more, _) in bench.actions {
      #expect(more.count % 2 == 0)
      bytes += more
    }
    #expect(bytes == Array(1...24))
  }
}
