import TestSupport
import WaveSensorsWire
import Testing

@testable import WaveSensorSources

/// What phones send in the course of some minutes, and what becomes of it, against texts that are written
/// with `RECORD_GOLDEN=1`.
@Suite struct PhoneGoldenTests {
  // MARK: - phyphox

  private static func answer(
    _ buffers: [(String, [Double])], session: String = "a", measuring: Bool = true
  ) -> [UInt8] {
    let lists = buffers.map { name, values in
      let numbers = values.map { $0.isFinite ? "\($0)" : "null" }.joined(separator: ",")
      return #""\#(name)": {"buffer": [\#(numbers)]}"#
    }
    let status = #""status": {"session": "\#(session)", "measuring": \#(measuring)}"#
    return Array(#"{"buffer": {\#(lists.joined(separator: ","))}, \#(status)}"#.utf8)
  }

  private static func times(_ from: Double, _ count: Int, _ rate: Double) -> [Double] {
    (0..<count).map { ((from + Double($0) / rate) * 1e6).rounded() / 1e6 }
  }

  @Test func answersOfPhyphoxAreTakenAsTheyWere() throws {
    let configuration = #"""
      {"title": "Walk", "inputs": [
        {"source": "accelerometer", "outputs": [{"x": "acc_x"}, {"y": "acc-y"}, {"t": "acc.t"}]},
        {"source": "pressure", "outputs": [{"p": "P0"}, {"t": "PZ"}]},
        {"source": "own", "outputs": [{"v": "z9"}, {"w": "a@b"}, {"q": "[x"}, {"r": "`"}, {"s": "{"},
          {"u": "/"}, {"h": ":"}, {"n": ""}, {"t": "own_t"}]},
        {"source": "light", "outputs": [{"x": "lux"}, {"t": "light_t"}]}]}
      """#
    var phone = PhyphoxPhone(place: "here:80")
    var lines = [
      EventText.describe(phone.info), phone.readConfiguration(Array(configuration.utf8)) ?? "known",
    ]
    func ask(_ answer: [UInt8], at now: Int64) {
      lines.append("\(now): \(phone.request(at: now))")
      lines += phone.receive(answer, at: now).map { EventText.lines($0) } ?? ["  none of phyphox"]
    }
    ask(
      Self.answer([("acc.t", [3]), ("PZ", [2.5]), ("own_t", []), ("light_t", [1])], measuring: false), at: 0)
    // 100 Hz, 20 Hz, one that says nothing, and one that has too few.
    func both(_ from: Double, _ count: Int, extra: Int = 0) -> [(String, [Double])] {
      let (fast, slow) = (Self.times(from, count, 100), Self.times(from, count / 5, 20))
      return [
        ("acc.t", fast), ("acc_x", fast.map { $0 + 1 }), ("acc-y", Array(fast.dropLast(extra))),
        ("PZ", slow), ("P0", slow.map { $0 > 3.4 && $0 < 3.5 ? .nan : 1000 }),
      ]
    }
    ask(Self.answer(both(3.01, 60, extra: 3)), at: 600_000)
    ask(Self.answer(both(3.61, 39) + [("light_t", [1.5]), ("lux", [7])]), at: 1_000_000)
    ask(Self.answer(both(4, 100) + [("light_t", Self.times(2, 3, 1)), ("lux", [7, 8, 9])]), at: 2_000_000)
    ask(Self.answer([]), at: 4_500_000)
    ask(Self.answer([]), at: 4_599_999)
    ask(Self.answer(both(5, 10)), at: 4_600_000)
    // A gap of 2.5 samples is none; one of three is.
    ask(
      Self.answer([("acc.t", [5.2, 5.225, 5.255]), ("acc_x", [1, 2, 3]), ("acc-y", [4, 5, 6])]), at: 4_700_000
    )
    ask(Self.answer([("acc.t", [5.25, 5.26]), ("acc_x", [1, 2]), ("acc-y", [4, 5])]), at: 4_800_000)
    lines.append("too long")
    phone.leaveOut()
    ask(Self.answer([("acc.t", [9.26]), ("PZ", [5.05]), ("light_t", [4])]), at: 4_900_000)
    ask(Self.answer([("acc.t", [7.27]), ("acc_x", [1]), ("acc-y", [4])]), at: 5_000_000)
    // Silence for two seconds is borne, more is not.
    ask(Self.answer([]), at: 7_000_000)
    ask(Self.answer([("acc.t", [1]), ("PZ", [40]), ("light_t", [0.5])]), at: 7_000_001)
    ask(Self.answer(both(1.5, 10)), at: 7_100_000)
    ask(Self.answer(both(2, 10), session: "b", measuring: false), at: 7_200_000)
    ask(Self.answer(both(0.1, 10), session: "b", measuring: false), at: 7_300_000)
    ask(Array("{}".utf8), at: 7_400_000)
    let differences = try GoldenText.differences(lines, from: "biosignals/phyphox.txt")
    #expect(differences == [])
  }

  /// A clock that began anew at most 30 seconds ago is asked for all; later, it is asked from then on.
  @Test(arguments: [(29.0, "-1.0"), (30, "-1.0"), (30.5, "30.5")])
  func aClockThatBeganAnewIsAskedForWhatIsNew(last: Double, from: String) {
    var phone = PhyphoxPhone(place: "")
    let inputs = #"{"inputs": [{"source": "light", "outputs": [{"x": "lux"}, {"t": "t"}]}]}"#
    #expect(phone.readConfiguration(Array(inputs.utf8)) == nil)
    #expect(phone.request(at: 0) == "/get?t")
    _ = phone.receive(Self.answer([("t", [100])]), at: 0)
    _ = phone.receive(Self.answer([("t", [100.5]), ("lux", [1])]), at: 0)
    #expect(phone.request(at: 2_000_000) == "/get?t=100.5&lux=100.5%7Ct")
    #expect(phone.request(at: 2_000_001) == "/get?t")
    _ = phone.receive(Self.answer([("t", [last])]), at: 2_100_000)
    #expect(phone.request(at: 2_100_000) == "/get?t=\(from)&lux=\(from)%7Ct")
  }

  /// A sensor that has given one sample has no rate, however long others wait for it.
  @Test func oneSampleGivesNoRate() {
    var phone = PhyphoxPhone(place: "")
    let inputs = #"{"inputs": [{"source": "light", "outputs": [{"x": "lux"}, {"t": "t"}]}]}"#
    #expect(phone.readConfiguration(Array(inputs.utf8)) == nil)
    _ = phone.receive(Self.answer([("t", [1])]), at: 0)
    _ = phone.receive(Self.answer([("t", [2]), ("lux", [1])]), at: 0)
    let none = phone.receive(Self.answer([]), at: 4_000_000)
    #expect(none?.count == 0 && phone.info.groups.isEmpty)
    let two = phone.receive(Self.answer([("t", [4]), ("lux", [1])]), at: 4_000_000)
    #expect(two?.count == 2 && phone.info.groups.map(\.rateHertz) == [0.5])
  }

  // MARK: - Sensor Logger

  private static func push(
    _ number: Int, session: String = "s", device: String = "d",
    _ entries: [(String, Double, [(String, Double)])]
  ) -> [UInt8] {
    let payload = entries.map { name, seconds, values in
      let time = 1_700_000_000_000_000_000 + Int64((seconds * 1e9).rounded())
      let list = values.map { #""\#($0.0)": \#($0.1)"# }.joined(separator: ",")
      return #"{"name": "\#(name)", "time": \#(time), "values": {\#(list)}}"#
    }
    return Array(
      (#"{"messageId": \#(number), "sessionId": "\#(session)", "deviceId": "\#(device)", "payload": ["#
        + payload.joined(separator: ",") + "]}").utf8)
  }

  private static func gyroscope(_ from: Double, _ count: Int) -> [(String, Double, [(String, Double)])] {
    times(from, count, 50).map { ("Gyroscope", $0, [("z", 3), ("x", $0), ("y", -$0)]) }
  }

  private static func pressure(_ from: Double, _ count: Int) -> [(String, Double, [(String, Double)])] {
    times(from, count, 10).map { ("barometer", $0, [("pressure", 1000 + $0), ("relativeAltitude", 2)]) }
  }

  @Test func pushesOfSensorLoggerAreTakenAsTheyWere() throws {
    var phone = SensorLoggerPhone(place: "http://here:8000")
    var lines = [EventText.describe(phone.info)]
    func push(_ bytes: [UInt8], at now: Int64) {
      let (answer, events) = phone.receive(bytes, at: now)
      let counts = phone.counts
      lines.append(
        "\(now): \(answer.text), repeated \(counts.repeated), lost \(counts.lost), late \(counts.late), "
          + "passed over \(counts.passedOver)")
      lines += EventText.lines(events)
    }
    push(Self.push(1, Self.gyroscope(0, 51)), at: 0)
    push(Self.push(2, Self.gyroscope(1.02, 20) + Self.pressure(0, 5)), at: 1_000_000)
    push(Self.push(2, Self.gyroscope(1.02, 20)), at: 1_100_000)
    push(Self.push(5, Self.pressure(0.5, 6) + Self.gyroscope(1.42, 5)), at: 1_200_000)
    push(Self.push(4, Self.gyroscope(1.4, 3)), at: 61_099_999)
    push(Self.push(6, Self.gyroscope(1.6, 3)), at: 61_100_000)
    // One value is missing, one is new, and one has no name.
    push(
      Self.push(7, [("Gyroscope", 1.7, [("x", 1), ("z", 3), ("w", 9)]), ("barometer", 1.1, [])]),
      at: 61_200_000)
    // Back by five seconds is late, by more is a new beginning.
    push(Self.push(8, Self.gyroscope(-3.3, 2)), at: 61_300_000)
    push(Self.push(9, Self.gyroscope(-3.301, 2)), at: 61_400_000)
    push(Self.push(10, device: "other", Self.gyroscope(9, 2)), at: 61_500_000)
    push(Self.push(3, session: "t", Self.gyroscope(20, 4)), at: 61_600_000)
    // A sensor that is switched on later: until its rate is known, or four seconds are over.
    push(
      Self.push(4, session: "t", [("lux", 20, [("lux", 5)]), ("lux", 20.5, [("lux", 6)])]), at: 62_000_000)
    push(Self.push(5, session: "t", Self.gyroscope(20.08, 4)), at: 65_999_999)
    push(Self.push(6, session: "t", Self.gyroscope(20.2, 4)), at: 66_000_000)
    // Numbers that are not after the newest one: up to 255 are late, more are repeated.
    push(Self.push(400, session: "t", []), at: 66_100_000)
    push(Self.push(145, session: "t", []), at: 66_200_000)
    push(Self.push(144, session: "t", []), at: 66_300_000)
    push(Self.push(-1, session: "t", Self.gyroscope(20.3, 2)), at: 130_000_000)
    push(Array("{}".utf8), at: 130_100_000)
    let differences = try GoldenText.differences(lines, from: "biosignals/sensorlogger.txt")
    #expect(differences == [])
  }

  /// The rate is known after a second and sixteen samples, and by the intervals without gaps.
  @Test func aRateNeedsASecondAndSixteenSamples() {
    func rate(_ seconds: [Double]) -> Double? {
      var phone = SensorLoggerPhone(place: "")
      _ = phone.receive(Self.push(1, seconds.map { ("a", $0, [("x", 1)]) }), at: 0)
      return phone.info.groups.first?.rateHertz
    }
    #expect(rate((0..<16).map { Double($0) / 15 }) == 15 && rate((0..<15).map { Double($0) / 14 }) == nil)
    #expect(
      rate((0..<100).map { Double($0) / 100 }) == nil && rate((0...100).map { Double($0) / 100 }) == 100)
    #expect(rate((0..<20).map { Double($0) / 10 + ($0 > 10 ? 30 : 0) }) == 10)
    #expect(rate((0..<20).map { Double($0) / 10 + ($0 > 10 ? 0.15 : 0) }) ?? 0 < 10)
  }
}
