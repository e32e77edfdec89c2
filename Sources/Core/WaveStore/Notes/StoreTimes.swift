/// The times of a group's samples, from one sample on.
///
/// The device's time, the arrival and the corrected time are kept separately.
public struct StoreTimes: Equatable, Sendable {
  /// The number of the group.
  public var group: Int
  /// The first sample to which it applies.
  public var sequence: UInt64
  /// The corrected time of that sample, in microseconds since 1970.
  public var microseconds: Int64
  /// The sample rate from there on.
  public var rateHertz: Double
  /// The device's own time of the sample in microseconds; nil if the device reports none.
  public var deviceMicroseconds: Int64?
  /// The arrival in microseconds since 1970; nil if it is unknown.
  public var arrivalMicroseconds: Int64?

  /// Describes times.
  public init(
    group: Int, sequence: UInt64, microseconds: Int64, rateHertz: Double, deviceMicroseconds: Int64? = nil,
    arrivalMicroseconds: Int64? = nil
  ) {
    self.group = group
    self.sequence = sequence
    self.microseconds = microseconds
    self.rateHertz = rateHertz
    self.deviceMicroseconds = deviceMicroseconds
    self.arrivalMicroseconds = arrivalMicroseconds
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(little: UInt16(truncatingIfNeeded: group))
    bytes.appendZeros(6)
    bytes.append(little: sequence)
    bytes.append(little: microseconds)
    bytes.append(little: rateHertz)
    bytes.append(little: deviceMicroseconds.storedTime)
    bytes.append(little: arrivalMicroseconds.storedTime)
  }

  init(_ cursor: inout StoreCursor) throws(StoreError) {
    group = Int(try cursor.integer(UInt16.self))
    try cursor.skip(6)
    sequence = try cursor.integer(UInt64.self)
    microseconds = try cursor.integer(Int64.self)
    rateHertz = try cursor.double()
    deviceMicroseconds = Int64?(storedTime: try cursor.integer(Int64.self))
    arrivalMicroseconds = Int64?(storedTime: try cursor.integer(Int64.self))
  }
}
