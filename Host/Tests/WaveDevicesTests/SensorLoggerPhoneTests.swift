import Testing
import WaveStreams
import WaveWire

@testable import WaveDevices

/// What Sensor Logger pushes, and what becomes of it.
@Suite struct SensorLoggerPhoneTests {
  private static let began: Int64 = 1_698_501_144_401_999_123

  private static func push(
    _ number: Int, _ samples: some Sequence<Int>, session: String = "s", device: String = "d",
    sensor: String = "gyroscope", hertz: Int64 = 100
  ) -> [UInt8] {
    let entries = samples.map { sample in
      let time = began + Int64(sample) * 1_000_000_000 / hertz
      return
        #"{"name": "\#(sensor)", "time": \#(time), "values": {"z": 3, "y": \#(-sample), "x": \#(sample)}}"#
    }
    return Array(
      #"{"messageId": \#(number), "sessionId": "\#(session)", "deviceId": "\#(device)", "payload": [\#(entries.joined(separator: ","))]}"#
        .utf8)
  }

  private static func blocks(_ events: [SensorEvent]) -> [SampleBlock] {
    events.compactMap { if case .block(_, let block) = $0 { block } else { nil } }
  }

  @Test func aSensorIsAGroupWithItsRate() throws {
    var phone = SensorLoggerPhone(place: "http://here:8000")
    #expect(phone.info.groups.isEmpty)
    var found = phone.take(Self.push(1, (0..<50).reversed()), at: 0)
    #expect(found.answer == .taken && found.events.isEmpty)
    found = phone.take(Self.push(2, 50..<110), at: 500_000)
    guard case .changed(let info) = try #require(found.events.first) else {
      Issue.record("no group")
      return
    }
    #expect(info.groups.map(\.rateHertz) == [100])
    #expect(
      info.groups[0].channels.map { String(decoding: $0.label, as: UTF8.self) } == [
        "gyroscope x", "gyroscope y", "gyroscope z",
      ])
    #expect(info.groups[0].channels[0].unit == Array("rad/s".utf8))
    let block = try #require(Self.blocks(found.events).first)
    #expect(
      block.sequence == 0 && block.count == 110
        && block.samples[..<110].elementsEqual((0..<110).map(Double.init)))
  }

  @Test func whatComesTwiceOrLateIsCountedAndWhatIsMissingIsAGap() throws {
    var phone = SensorLoggerPhone(place: "")
    _ = phone.take(Self.push(1, 0..<120), at: 0)
    _ = phone.take(Self.push(2, 120..<130), at: 1)
    #expect(Self.blocks(phone.take(Self.push(2, 120..<130), at: 2).events).isEmpty)
    #expect(phone.counts.repeated == 1)
    // Two pushes are lost, and 20 samples.
    let later = Self.blocks(phone.take(Self.push(5, 150..<160), at: 3).events)
    #expect(later.map(\.sequence) == [150] && phone.counts.lost == 2)
    // One of them comes after all, too late.
    #expect(Self.blocks(phone.take(Self.push(3, 130..<140), at: 4).events).isEmpty)
    #expect(phone.counts.lost == 1 && phone.counts.late == 10)
    #expect(phone.take(Self.push(6, 160..<170, device: "other"), at: 5).answer == .anotherPhone)
    #expect(Self.blocks(phone.take(Self.push(6, 160..<170), at: 6).events).map(\.sequence) == [160])
  }

  @Test func anotherSessionIsNotJoined() {
    var phone = SensorLoggerPhone(place: "")
    _ = phone.take(Self.push(1, 0..<120), at: 0)
    let next = Self.blocks(phone.take(Self.push(0, 500..<510, session: "t"), at: 1).events)
    #expect(next.count == 1 && next[0].sequence > 120)
    // A clock that was set back by an hour.
    let back = Self.blocks(phone.take(Self.push(1, (-360_000)..<(-359_990), session: "t"), at: 2).events)
    #expect(back.count == 1 && back[0].sequence > next[0].sequence + 9)
  }

  @Test func aSensorThatIsSwitchedOnLaterIsAnotherGroup() {
    var phone = SensorLoggerPhone(place: "")
    _ = phone.take(Self.push(1, 0..<120), at: 0)
    #expect(phone.info.groups.count == 1)
    let slow = Self.push(2, 0..<3, sensor: "location", hertz: 1)
    #expect(phone.take(slow, at: 1).events.isEmpty)
    let found = phone.take(Self.push(3, 3..<9, sensor: "location", hertz: 1), at: 6_000_000)
    #expect(phone.info.groups.map(\.rateHertz) == [100, 1])
    #expect(Self.blocks(found.events).map(\.count) == [9])
  }

  @Test func whatIsNoMessageIsSaid() {
    var phone = SensorLoggerPhone(place: "")
    for text in ["", "{", "{}", "[1]"] {
      guard case .notUnderstood(let reason) = phone.take(Array(text.utf8), at: 0).answer else {
        Issue.record("\(text) was taken")
        continue
      }
      #expect(!reason.isEmpty)
    }
  }

  @Test func theArgumentIsAPortOrAnAddress() throws {
    for argument in [
      "sensorlogger:8000", "sensorlogger://:8000", "sensorlogger://0.0.0.0:8000", "sensorlogger://[::1]:8000",
    ] {
      _ = try SensorLoggerSource(try SourceArgument(argument))
    }
    for argument in [
      "sensorlogger:", "sensorlogger:x", "sensorlogger:99999", "sensorlogger://host",
      "sensorlogger:8000?rate=5",
    ] {
      #expect(throws: DeviceError.self) { _ = try SensorLoggerSource(try SourceArgument(argument)) }
    }
  }
}
