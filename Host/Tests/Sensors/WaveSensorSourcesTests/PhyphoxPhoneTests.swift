import Testing
import WaveSensorsWire
import WaveStreams
import WaveWire

@testable import WaveSensorSources

/// What a phone's answers mean, by a clock turned by hand.
@Suite struct PhyphoxPhoneTests {
  private let configuration = Array(
    #"""
    {"title": "Raw", "inputs": [
      {"source": "accelerometer", "outputs": [{"x": "ax"}, {"y": "ay"}, {"t": "at"}]},
      {"source": "gyroscope", "outputs": [{"x": "gx"}, {"t": "gt"}]},
      {"source": "location", "outputs": [{"lat": "lat"}]},
      {"source": "evil", "outputs": [{"x": "a&b"}, {"t": "t"}]}]}
    """#.utf8)

  private func buffer(_ name: String, _ values: [Double]) -> String {
    let numbers = values.map { "\($0)" }.joined(separator: ",")
    return #""\#(name)": {"size": 0, "updateMode": "partial", "buffer": [\#(numbers)]}"#
  }

  private func answer(_ buffers: [String]) -> [UInt8] {
    Array(
      #"{"buffer": {\#(buffers.joined(separator: ","))}, "status": {"session": "s", "measuring": true}}"#.utf8
    )
  }

  private func taken(_ phone: inout PhyphoxPhone, _ answer: [UInt8], at now: Int64) -> [SensorEvent] {
    let events = phone.receive(answer, at: now)
    if events == nil { Issue.record("an answer is none") }
    return events ?? []
  }

  private func begun() -> (phone: PhyphoxPhone, blocks: [SampleBlock]) {
    var phone = PhyphoxPhone(place: "test")
    let fault = phone.readConfiguration(configuration)
    #expect(fault == nil)
    let request1 = phone.request(at: 0)
    #expect(request1 == "/get?at&gt")
    _ = phone.receive(answer([buffer("at", [0]), buffer("gt", [0])]), at: 0)
    let request2 = phone.request(at: 0)
    #expect(request2 == "/get?at=0.0&ax=0.0%7Cat&ay=0.0%7Cat&gt=0.0&gx=0.0%7Cgt")
    let times = (1...150).map { Double($0) / 100 }
    let events = taken(
      &phone,
      answer([
        buffer("at", times), buffer("ax", times.map { $0 * 100 }), buffer("ay", Array(times.dropLast())),
        buffer("gt", times), buffer("gx", times),
      ]), at: 1_500_000)
    #expect(phone.info.groups.map(\.rateHertz) == [100, 100])
    #expect(phone.info.groups.map { $0.channels.count } == [2, 1])
    return (phone, blocks(events, group: 0))
  }

  private func blocks(_ events: [SensorEvent], group: Int) -> [SampleBlock] {
    events.compactMap { if case .block(group, let block) = $0 { block } else { nil } }
  }

  @Test func buffersAreCutToTheShortest() {
    var (phone, first) = begun()
    #expect(first.map(\.count) == [149])
    // The one that was cut comes again.
    let request3 = phone.request(at: 1_600_000)
    #expect(request3.contains("ax=1.49%7Cat"))
    let events = taken(
      &phone,
      answer([buffer("at", [1.5, 1.51]), buffer("ax", [150, 151]), buffer("ay", [1, 2, 3])]), at: 1_600_000)
    let next = blocks(events, group: 0)
    #expect(next.map(\.sequence) == [149] && next.map(\.samples) == [[150, 151, 1, 2]])
  }

  @Test func anAnswerThatIsTooLongLeavesOutTheOlderHalf() {
    var (phone, _) = begun()
    phone.leaveOut()
    let asked = phone.request(at: 1_600_000)
    #expect(asked == "/get?at&gt")
    let received = taken(&phone, answer([buffer("at", [101.49]), buffer("gt", [101.5])]), at: 1_600_000)
    #expect(received.count { if case .notice = $0 { true } else { false } } == 2)
    let next = phone.request(at: 1_700_000)
    #expect(next.contains("ax=51.49%7Cat") && next.contains("gx=51.5%7Cgt"))
    // Fifty seconds are missing, no more and no less.
    let events = taken(
      &phone, answer([buffer("at", [51.5]), buffer("ax", [7]), buffer("ay", [8])]), at: 1_700_000)
    #expect(blocks(events, group: 0).map(\.sequence) == [5149])
  }

  @Test func timesThatLeapAreAGapAndOldOnesAreNone() {
    var (phone, _) = begun()
    let events = taken(
      &phone,
      answer([
        buffer("at", [1.49, 1.5, 1.3, 1.6, 1.61]), buffer("ax", [1, 2, 3, 4, 5]),
        buffer("ay", [1, 2, 3, 4, 5]),
      ]), at: 1_700_000)
    let next = blocks(events, group: 0)
    #expect(next.map(\.sequence) == [149, 159] && next.map(\.samples) == [[2, 2], [4, 5, 4, 5]])
  }

  @Test func silenceAsksWhetherThePhoneBeganAnew() {
    var (phone, _) = begun()
    let request4 = phone.request(at: 4_000_000)
    #expect(request4 == "/get?at&gt")
    let events = taken(&phone, answer([buffer("at", [0.5]), buffer("gt", [0.5])]), at: 4_000_000)
    #expect(events.count == 2)
    let request5 = phone.request(at: 4_000_000)
    #expect(request5.hasPrefix("/get?at=-1.0&"))
    let after = taken(
      &phone, answer([buffer("at", [0.1]), buffer("ax", [7]), buffer("ay", [8])]), at: 4_100_000)
    #expect(blocks(after, group: 0).map(\.sequence) == [150])
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"inputs": 3}"#, #"{"inputs": []}"#, #"{"inputs": [{"outputs": [{"x": 3}]}]}"#,
  ])
  func whatIsNoConfigurationIsSaid(_ text: String) {
    var phone = PhyphoxPhone(place: "test")
    let fault = phone.readConfiguration(Array(text.utf8))
    #expect(fault != nil && !phone.isKnown)
  }

  /// A time that no whole number holds, after an answer that was too long.
  @Test func aTimeOfAnySizeIsTaken() {
    for time in [1e300, 1e19, Double.greatestFiniteMagnitude] {
      var (phone, _) = begun()
      phone.leaveOut()
      _ = phone.request(at: 1_600_000)
      let received = taken(&phone, answer([buffer("at", [time]), buffer("gt", [1.5])]), at: 1_600_000)
      #expect(received.contains { if case .notice = $0 { true } else { false } })
      let events = taken(
        &phone, answer([buffer("at", [time]), buffer("ax", [7]), buffer("ay", [8])]), at: 1_700_000)
      #expect(blocks(events, group: 0).allSatisfy { $0.sequence > 149 })
    }
  }

  /// Times that are no seconds of anything still give a rate that screens can show.
  @Test func aRateOfNothingIsNone() {
    var phone = PhyphoxPhone(place: "test")
    _ = phone.readConfiguration(configuration)
    _ = phone.request(at: 0)
    _ = phone.receive(answer([buffer("at", [0]), buffer("gt", [0])]), at: 0)
    let times = [1, 2, 1e300, 1.7e308]
    _ = phone.receive(
      answer([
        buffer("at", times), buffer("ax", times), buffer("ay", times), buffer("gt", times),
        buffer("gx", times),
      ]), at: 0)
    _ = phone.receive(answer([]), at: 5_000_000)
    #expect(phone.info.groups.count == 2 && phone.info.groups.allSatisfy { $0.rateHertz > 0 })
  }

  @Test func aTitleIsCutBetweenCharacters() {
    var phone = PhyphoxPhone(place: "test")
    let title = String(repeating: "a", count: 199) + "\u{E9}\u{E9}"
    _ = phone.readConfiguration(
      Array(#"{"title": "\#(title)", "inputs": [{"outputs": [{"x": "ax"}, {"t": "at"}]}]}"#.utf8))
    let name = String(validating: phone.info.name, as: UTF8.self)
    #expect(name == "phyphox: " + String(repeating: "a", count: 199))
  }

  @Test func anyMutationOfAnAnswerIsTaken() {
    let (whole, _) = begun()
    let text = answer([buffer("at", [1.5, 1.51]), buffer("ax", [150, 1e300]), buffer("ay", [1, 2])])
    var state: UInt64 = 3
    func random() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    for _ in 0..<2000 {
      var bytes = text
      for _ in 0..<2 {
        bytes[Int(random() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random())
      }
      var phone = whole
      let next = blocks(phone.receive(bytes, at: 2_000_000) ?? [], group: 0)
      #expect(next.allSatisfy { $0.sequence >= 149 && $0.samples.allSatisfy { !$0.isInfinite } })
      _ = phone.request(at: 2_000_000)
    }
  }
}
