/// When a group's samples were taken, from one on.
///
/// What the device said, when it arrived and what was made of both stay apart.
public struct StoreTimes: Equatable, Sendable {
  /// Number of the group.
  public var group: Int
  /// The first sample that it holds for.
  public var sequence: UInt64
  /// When that was taken, corrected: microseconds since 1970.
  public var microseconds: Int64
  /// Samples in a second from there on.
  public var rateHertz: Double
  /// When the device says, in its own microseconds; nil where it does not say.
  public var deviceMicroseconds: Int64?
  /// When it arrived, in microseconds since 1970; nil where that is not known.
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
