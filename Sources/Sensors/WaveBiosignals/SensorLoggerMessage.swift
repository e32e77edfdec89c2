public import WaveText
import WaveUnits

/// A message from the app Sensor Logger, containing readings of a phone's sensors as one JSON object.
///
/// Example: `{"messageId": 7, "sessionId": "…", "deviceId": "…", "payload": [{"name": "accelerometer",
/// "time": 1698501144401999000, "values": {"x": …}}]}`. Times are whole nanoseconds since 1970; they are too
/// large to be stored exactly in a double. Source: the app's description of its HTTP push
/// (github.com/tszheichoi/awesome-sensor-logger).
public struct SensorLoggerMessage: Equatable, Sendable {
  /// The values of one sensor at one time.
  public struct Reading: Equatable, Sendable {
    /// The name of the sensor, such as `accelerometer`.
    public var sensor: [UInt8]
    /// The time, in nanoseconds since 1970.
    public var nanoseconds: Int64
    /// The names of the values, sorted by their bytes.
    public var names: [[UInt8]]
    /// The values, in the order of their names.
    public var values: [Double]
  }

  /// The maximum size of a message in bytes.
  public static let byteLimit = 4 << 20
  /// The maximum number of readings in a message; further ones are skipped.
  public static let readingLimit = 65_536
  /// The maximum number of values in a reading; further ones are skipped.
  public static let valueLimit = 16
  /// The maximum length of a name in bytes; a value with a longer name is skipped.
  public static let nameBytes = 40

  /// The message number, which increases within a session; -1 if it is missing.
  public var messageId: Int64
  /// The identifier of the recording session.
  public var sessionId: [UInt8]
  /// The identifier of the phone.
  public var deviceId: [UInt8]
  /// The readings, in message order.
  public var readings: [Reading]
  /// The number of entries skipped because they have no time, have no numbers, or exceed a limit.
  public var skippedCount: Int

  /// Parses a message.
  ///
  /// Values that are not numbers are ignored.
  /// - Parameter bytes: The body of one push request.
  /// - Returns: The message; nil if the JSON is not a message of this app.
  /// - Throws: `TextError.json` if the text is not JSON, or longer than `byteLimit`.
  /// - Complexity: O(bytes); allocates the readings.
  public static func read(_ bytes: [UInt8]) throws(TextError) -> SensorLoggerMessage? {
    guard bytes.count <= byteLimit
    else { throw .json(.tooLong(limit: byteLimit), byte: byteLimit, line: 1) }
    let whole = try JSONReader.read(bytes)
    guard case .array(let entries) = whole.member("payload") else { return nil }
    var message = SensorLoggerMessage(
      messageId: -1, sessionId: text(whole.member("sessionId")), deviceId: text(whole.member("deviceId")),
      readings: [], skippedCount: 0)
    if case .integer(let number) = whole.member("messageId") { message.messageId = number }
    message.readings.reserveCapacity(Swift.min(entries.count, readingLimit))
    for entry in entries {
      if message.readings.count < readingLimit, let reading = reading(entry) {
        message.readings.append(reading)
      } else {
        message.skippedCount += 1
      }
    }
    return message
  }

  private static func text(_ value: JSONValue?) -> [UInt8] {
    guard case .string(let bytes) = value else { return [] }
    return UTF8Text.prefix(bytes, limit: 80)
  }

  private static func reading(_ entry: JSONValue) -> Reading? {
    guard case .string(let sensor) = entry.member("name"), !sensor.isEmpty, sensor.count <= nameBytes,
      case .integer(let nanoseconds) = entry.member("time"),
      case .object(let members) = entry.member("values")
    else { return nil }
    var numbers: [(name: [UInt8], value: Double)] = []
    for member in members where !member.name.isEmpty && member.name.count <= nameBytes {
      guard let value = member.value.double, numbers.count < valueLimit else { continue }
      let place = numbers.firstIndex { !$0.name.lexicographicallyPrecedes(member.name) } ?? numbers.count
      if place < numbers.count, numbers[place].name == member.name {
        numbers[place].value = value
      } else {
        numbers.insert((member.name, value), at: place)
      }
    }
    guard !numbers.isEmpty else { return nil }
    return Reading(
      sensor: sensor, nanoseconds: nanoseconds, names: numbers.map { $0.name },
      values: numbers.map { $0.value })
  }
}
