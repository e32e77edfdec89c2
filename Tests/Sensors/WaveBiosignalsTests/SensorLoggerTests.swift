import TestSupport
import Testing
import WaveText

@testable import WaveBiosignals

/// What Sensor Logger pushes.
@Suite struct SensorLoggerTests {
  static let message = """
    {"messageId": 7, "sessionId": "9f1c-22", "deviceId": "b2-µ", "payload": [
      {"name": "accelerometer", "time": 1698501144401999123, "values": {"z": -0.25, "y": 0.5, "x": 1}},
      {"name": "battery", "time": 1698501144402000000, "values": {"batteryLevel": 0.75, "batteryState": \
      "full"}},
      {"name": "annotation", "time": 1698501144402000001, "values": {"text": "here"}},
      {"name": "gyroscope", "values": {"x": 1}},
      {"name": "", "time": 1, "values": {"x": 1}}
    ]}
    """

  @Test func nanosecondsAreExact() throws {
    let read = try #require(try SensorLoggerMessage.read(Array(Self.message.utf8)))
    #expect(read.messageId == 7 && read.sessionId == Array("9f1c-22".utf8))
    #expect(read.deviceId == Array("b2-µ".utf8) && read.skippedCount == 3)
    #expect(
      read.readings == [
        .init(
          sensor: Array("accelerometer".utf8), nanoseconds: 1_698_501_144_401_999_123,
          names: ["x", "y", "z"].map { Array($0.utf8) }, values: [1, 0.5, -0.25]),
        .init(
          sensor: Array("battery".utf8), nanoseconds: 1_698_501_144_402_000_000,
          names: [Array("batteryLevel".utf8)], values: [0.75]),
      ])
    // As a double the time would be another.
    #expect(Int64(Double(1_698_501_144_401_999_123)) != 1_698_501_144_401_999_123)
  }

  @Test func otherTextsAreNone() throws {
    for text in ["{}", "[]", "7", #"{"payload": 7}"#, #"{"payload": {}}"#] {
      #expect(try SensorLoggerMessage.read(Array(text.utf8)) == nil)
    }
    for text in ["", "{", "payload=1", #"{"payload": [}"#] {
      #expect(throws: TextError.self) { _ = try SensorLoggerMessage.read(Array(text.utf8)) }
    }
    let long = [UInt8](repeating: 0x20, count: SensorLoggerMessage.byteLimit + 1)
    #expect(throws: TextError.self) { _ = try SensorLoggerMessage.read(long) }
    #expect(try SensorLoggerMessage.read(Array(#"{"payload": []}"#.utf8))?.messageId == -1)
  }

  @Test func limitsHold() throws {
    let many = (0..<40).map { "\"v\($0)\": \($0)" }.joined(separator: ",")
    let name = String(repeating: "n", count: 41)
    let text = """
      {"payload": [{"name": "a", "time": 1, "values": {\(many)}}, {"name": "\(name)", "time": 1, "values": \
      {"x": 1}}]}
      """
    let read = try #require(try SensorLoggerMessage.read(Array(text.utf8)))
    #expect(read.readings.count == 1 && read.readings[0].values.count == SensorLoggerMessage.valueLimit)
    #expect(read.skippedCount == 1)
  }

  @Test func changedBytesNeverTrap() {
    let original = Array(Self.message.utf8)
    var random = SeededGenerator(seed: 9)
    for _ in 0..<2000 {
      var bytes = original
      for _ in 0..<Int(1 + random.next() % 6) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      let read = try? SensorLoggerMessage.read(Array(bytes.prefix(Int(random.next() % UInt64(bytes.count)))))
      #expect(read?.readings.allSatisfy { $0.names.count == $0.values.count } ?? true)
    }
  }
}
