/// The times of a group's samples, from a given sample on.
///
/// The device time, the arrival time and the corrected time are stored separately.
public struct StoreTimes: Equatable, Sendable {
  /// The index of the group to which the times apply.
  public var group: Int
  /// The sequence number of the first sample to which the times apply.
  public var sequence: UInt64
  /// The corrected time of the first sample, in microseconds since 1970.
  public var microseconds: Int64
  /// The sample rate from the first sample on, in hertz.
  public var rateHertz: Double
  /// The first sample's time on the device's clock in microseconds, or nil if the device reports none.
  public var deviceMicroseconds: Int64?
  /// The arrival time of the first sample in microseconds since 1970, or nil if it is unknown.
  public var arrivalMicroseconds: Int64?

  /// Creates times for a group.
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
}

extension StoreTimes: StoreFields {
  mutating func fields(_ coder: inout StoreCoder) {
    coder.integer(&group, as: UInt16.self)
    coder.skip(6)
    coder.integer(&sequence)
    coder.integer(&microseconds)
    coder.double(&rateHertz)
    coder.time(&deviceMicroseconds)
    coder.time(&arrivalMicroseconds)
  }
}
