import Testing
import WaveSensorsWire
import WaveStreams
import WaveSystem
import WaveWire

@testable import WaveSensorSources

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
    let payload = entries.joined(separator: ",")
    let head = #""messageId": \#(number), "sessionId": "\#(session)", "deviceId": "\#(device)""#
    return Array(#"{\#(head), "payload": [\#(payload)]}"#.utf8)
  }

  private static func blocks(_ events: [SensorEvent]) -> [SampleBlock] {
    events.compactMap { if case .block(_, let block) = $0 { block } else { nil } }
  }

  @Test func aSensorIsAGroupWithItsRate() throws {
    var phone = SensorLoggerPhone(place: "http://here:8000")
    #expect(phone.info.groups.isEmpty)
    var found = phone.receive(Self.push(1, (0..<50).reversed()), at: 0)
    #expect(found.answer == .ok && found.events.isEmpty)
    found = phone.receive(Self.push(2, 50..<110), at: 500_000)
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
    _ = phone.receive(Self.push(1, 0..<120), at: 0)
    _ = phone.receive(Self.push(2, 120..<130), at: 1)
    #expect(Self.blocks(phone.receive(Self.push(2, 120..<130), at: 2).events).isEmpty)
    #expect(phone.counts.repeated == 1)
    // Two pushes are lost, and 20 samples.
    let later = Self.blocks(phone.receive(Self.push(5, 150..<160), at: 3).events)
    #expect(later.map(\.sequence) == [150] && phone.counts.lost == 2)
    // One of them comes after all, too late.
    #expect(Self.blocks(phone.receive(Self.push(3, 130..<140), at: 4).events).isEmpty)
    #expect(phone.counts.lost == 1 && phone.counts.late == 10)
    #expect(phone.receive(Self.push(6, 160..<170, device: "other"), at: 5).answer == .conflict)
    #expect(Self.blocks(phone.receive(Self.push(6, 160..<170), at: 6).events).map(\.sequence) == [160])
  }

  @Test func anotherSessionIsNotJoined() {
    var phone = SensorLoggerPhone(place: "")
    _ = phone.receive(Self.push(1, 0..<120), at: 0)
    let next = Self.blocks(phone.receive(Self.push(0, 500..<510, session: "t"), at: 1).events)
    #expect(next.count == 1 && next[0].sequence > 120)
    // A clock that was set back by an hour.
    let back = Self.blocks(phone.receive(Self.push(1, (-360_000)..<(-359_990), session: "t"), at: 2).events)
    #expect(back.count == 1 && back[0].sequence > next[0].sequence + 9)
  }

  @Test func aSensorThatIsSwitchedOnLaterIsAnotherGroup() {
    var phone = SensorLoggerPhone(place: "")
    _ = phone.receive(Self.push(1, 0..<120), at: 0)
    #expect(phone.info.groups.count == 1)
    let slow = Self.push(2, 0..<3, sensor: "location", hertz: 1)
    #expect(phone.receive(slow, at: 1).events.isEmpty)
    let found = phone.receive(Self.push(3, 3..<9, sensor: "location", hertz: 1), at: 6_000_000)
    #expect(phone.info.groups.map(\.rateHertz) == [100, 1])
    #expect(Self.blocks(found.events).map(\.count) == [9])
  }

  private static func push(times: [Int64], _ number: Int64, session: String = "s") -> [UInt8] {
    let entries = times.map { #"{"name": "gyroscope", "time": \#($0), "values": {"x": 1}}"# }
    let payload = entries.joined(separator: ",")
    let head = #""messageId": \#(number), "sessionId": "\#(session)", "deviceId": "d""#
    return Array(#"{\#(head), "payload": [\#(payload)]}"#.utf8)
  }

  /// Times as far apart as nanoseconds can be: neither their distance nor the sum of their intervals is a
  /// number of theirs.
  @Test(arguments: [[-1, 0, .max - 1, .max], [.max], [0, .max]] as [[Int64]])
  func timesFromOneEndToTheOtherAreTaken(_ later: [Int64]) throws {
    var phone = SensorLoggerPhone(place: "")
    var found = phone.receive(Self.push(times: (0..<16).map { Int64.min + $0 } + later, 1), at: 0)
    #expect(found.answer == .ok)
    let rate = try #require(phone.info.groups.first?.rateHertz)
    #expect(rate > 0 && rate <= PhoneLimits.highestHertz)
    // From one end to the other, and back to the beginning: a new beginning each time.
    for number in 2..<50 as Range<Int64> {
      found = phone.receive(Self.push(times: [.min, .max], number), at: number)
      #expect(found.answer == .ok && Self.blocks(found.events).allSatisfy { $0.count > 0 })
    }
    #expect(phone.counts.late == 0)
  }

  /// Every leap is a gap; however many there are, numbers of samples only grow.
  @Test func anyNumberOfLeapsIsTaken() {
    var phone = SensorLoggerPhone(place: "")
    _ = phone.receive(Self.push(1, 0..<120), at: 0)
    let leaps = (0..<1023).map { Int64.min &+ Int64($0) &* (1 << 54) }
    var last: UInt64 = 0
    for number in 2..<200 as Range<Int64> {
      let blocks = Self.blocks(phone.receive(Self.push(times: leaps, number), at: number).events)
      for block in blocks {
        #expect(block.sequence >= last)
        last = block.sequence
      }
    }
    #expect(last > 1 << 40)
  }

  @Test func anyNumberOfAPushIsTaken() {
    var phone = SensorLoggerPhone(place: "")
    for number in [0, .max, 0, .max - 1, .min, 5, .max] as [Int64] {
      #expect(phone.receive(Self.push(times: [number], number), at: 0).answer == .ok)
    }
    #expect(phone.counts.lost <= 1 << 41)
  }

  @Test func whatIsNoMessageIsSaid() {
    var phone = SensorLoggerPhone(place: "")
    for text in ["", "{", "{}", "[1]"] {
      let answer = phone.receive(Array(text.utf8), at: 0).answer
      #expect(answer == .badRequest(answer.text) && !answer.text.isEmpty, "\(text) was taken")
    }
  }

  private static func source(
    _ argument: String, listening: String = SensorFactory.loopback, ownToken: String? = nil
  ) throws -> SensorLoggerSource {
    try SensorLoggerSource(.sensors(argument), listening: listening, ownToken: ownToken)
  }

  /// Strangers reach it only where that was wished for, and with a token then.
  @Test func itListensOnTheLoopbackUnlessAnotherAddressWasGiven() throws {
    for argument in ["sensorlogger:8000", "sensorlogger://:8000", "sensorlogger://127.0.0.1:8000"] {
      let source = try Self.source(argument)
      #expect(source.host == "127.0.0.1" && source.token == nil)
      #expect(source.pushURL == "http://127.0.0.1:8000")
    }
    for host in ["localhost", "[::1]", "127.9.9.9"] {
      #expect(try Self.source("sensorlogger://\(host):8000", listening: "0.0.0.0").token == nil, "\(host)")
    }
    let beyond = [
      try Self.source("sensorlogger:8000", listening: "0.0.0.0"),
      try Self.source("sensorlogger:8000", listening: "::"),
      try Self.source("sensorlogger://0.0.0.0:8000"), try Self.source("sensorlogger://192.168.1.5:8000"),
      try Self.source("sensorlogger://[fd00::1]:8000"), try Self.source("sensorlogger://name:8000"),
      try Self.source("sensorlogger://[::ffff:127.0.0.1]:8000"),
    ]
    for source in beyond {
      let token = try #require(source.token, "\(source.host)")
      #expect(token.utf8.count == 26 && source.pushURL.hasSuffix(":8000/" + token), "\(source.pushURL)")
    }
    #expect(Set(beyond.map(\.token)).count == beyond.count)
    #expect(beyond[3].pushURL.hasPrefix("http://192.168.1.5:8000/"))
    #expect(beyond[4].pushURL.hasPrefix("http://[fd00::1]:8000/"))
  }

  @Test func theScreenShowsThePushURL() async throws {
    let source = try Self.source("sensorlogger://192.168.1.5:8000")
    let detail = String(decoding: await source.info.detail, as: UTF8.self)
    #expect(detail.hasSuffix(source.pushURL) && source.hasMadeToken)
    // A token of the user's own is not for every screen.
    let own = try Self.source("sensorlogger://192.168.1.5:8000", ownToken: "s3cret")
    #expect(own.token == "s3cret" && own.pushURL == "http://192.168.1.5:8000" && !own.hasMadeToken)
    #expect(!String(decoding: await own.info.detail, as: UTF8.self).contains("s3cret"))
  }

  @Test func aPushWithoutTheTokenIsRefused() async throws {
    let source = try Self.source("sensorlogger://192.168.1.5:8000")
    let token = try #require(source.token)
    var request = PushListener.Request(isPost: true, body: Self.push(1, 0..<10))
    for path in ["/", "", "/" + token.dropLast(), "/\(token)0", "/?" + token, "/x/" + token] {
      request.path = path
      #expect(await source.answer(request) == .unauthorized, "\(path)")
    }
    for path in ["/" + token, "/\(token)?a=b"] {
      request.path = path
      #expect(await source.answer(request) == .ok, "\(path)")
    }
    request.path = "/"
    for (header, isRight) in [(token, true), ("Bearer " + token, true), ("Bearer x", false), ("", false)] {
      request.authorization = header
      #expect(await source.answer(request) == (isRight ? .ok : .unauthorized), "\(header)")
    }
    // Nothing of the kind on this machine alone; but pages in its browsers may not push.
    let near = try Self.source("sensorlogger:8000")
    request.authorization = nil
    #expect(await near.answer(request) == .ok)
    request.isFromPage = true
    #expect(await near.answer(request) == .forbidden)
  }

  @Test func theArgumentIsAPortOrAnAddress() throws {
    for argument in [
      "sensorlogger:8000", "sensorlogger://:8000", "sensorlogger://0.0.0.0:8000", "sensorlogger://[::1]:8000",
    ] {
      _ = try SensorLoggerSource(.sensors(argument))
    }
    for argument in [
      "sensorlogger:", "sensorlogger:x", "sensorlogger:99999", "sensorlogger://host",
      "sensorlogger:8000?rate=5",
    ] {
      #expect(
        performing: { _ = try SensorLoggerSource(.sensors(argument)) }, throws: { $0 is any ExplainedError })
    }
  }
}
