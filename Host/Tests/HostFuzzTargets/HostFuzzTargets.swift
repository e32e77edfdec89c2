public import FuzzTargets

/// The targets of the host.
public enum HostFuzzTargets {
  /// All of them, by what they read.
  public static let all: [FuzzTarget] = [
    .gzip, .arguments, .pairing, .clickHouseAddress, .clickHouseType, .rowBinary, .serverText,
    .tiles,
    .zipMember,
  ]
}
