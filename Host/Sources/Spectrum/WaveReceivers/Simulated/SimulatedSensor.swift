import WaveUnits

/// A thermometer that transmits on 433.92 MHz with the Nexus protocol, like many cheap weather stations.
///
/// It uses on-off keying with pulse-distance coding: a pulse of 500 µs, followed by silence of 1000 µs for a
/// zero, 2000 µs for a one, or 4000 µs between the twelve repetitions of 36 bits: identity, battery, channel,
/// temperature in tenths of a degree, 1111, humidity. All durations are multiples of half a millisecond, so
/// the envelope is a table.
public struct SimulatedSensor: Sendable {
  /// The frequency of the transmitter in hertz.
  public static let frequencyHertz = 433.92e6
  /// The time from the start of one transmission to the start of the next, in seconds.
  public static let cycleSeconds = 3.0
  /// The identity in each transmission.
  public static let identity: UInt8 = 0x5A
  /// The relative humidity in each transmission, in percent.
  public static let humidity: UInt8 = 45

  private static let slotsPerSecond = 2000.0
  private static let repetitions = 12

  private var transmission: Int64 = -1
  /// Whether the carrier is on, for each half millisecond of the current transmission.
  private var isOn: [Bool] = []

  /// Creates a sensor that has not yet transmitted anything.
  public init() {}

  /// Returns the temperature that a transmission reports, in tenths of a degree: 20.0 to 24.9, rising by a
  /// tenth each time.
  public static func temperature(ofTransmission number: Int64) -> Int { 200 + Int(((number % 50) + 50) % 50) }

  /// Returns the 36 bits of a transmission in the order in which they are sent.
  public static func bits(ofTransmission number: Int64) -> [Bool] {
    let temperature = UInt64(temperature(ofTransmission: number))
    let word = UInt64(identity) << 28 | 0b1000 << 24 | temperature << 12 | 0b1111 << 8 | UInt64(humidity)
    return (0..<36).map { word >> UInt64(35 - $0) & 1 == 1 }
  }

  /// Returns whether the carrier is on at a simulated time.
  ///
  /// The first transmission starts at half a second.
  ///
  /// - Complexity: O(1), except for the first call of each transmission, which computes about 1800 slots.
  public mutating func isTransmitting(atSeconds seconds: Double) -> Bool {
    let place = seconds - 0.5
    guard place >= 0, place < 9e15 else { return false }
    let number = Int64(saturating: place / Self.cycleSeconds)
    if number != transmission { layOut(number) }
    let slot = Int(saturating: (place - Double(number) * Self.cycleSeconds) * Self.slotsPerSecond)
    return slot < isOn.count && isOn[slot]
  }

  private mutating func layOut(_ number: Int64) {
    transmission = number
    isOn.removeAll(keepingCapacity: true)
    let bits = Self.bits(ofTransmission: number)
    for _ in 0..<Self.repetitions {
      for bit in bits {
        isOn.append(true)
        isOn.append(contentsOf: repeatElement(false, count: bit ? 4 : 2))
      }
      isOn.append(true)
      isOn.append(contentsOf: repeatElement(false, count: 8))
    }
    isOn.append(true)
  }
}
