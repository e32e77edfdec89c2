public import Foundation

/// Checks this machine's clock, whose time is used in certificates and recordings.
public struct MachineClock: SingleCheck {
  /// A time before this code was written; a clock that shows an earlier time is wrong.
  static let earliest = Date(timeIntervalSince1970: 1_767_225_600)

  private let now: Date
  private let state: String

  /// Creates a check of the clock.
  ///
  /// - Parameters:
  ///   - now: The clock's time.
  ///   - state: The folder in which systemd-timesyncd(8) records that it has synchronized the clock.
  public init(at now: Date = Date(), state: String = "/run/systemd/timesync") {
    self.now = now
    self.state = state
  }

  /// Returns a finding about the clock.
  public func finding() -> Finding {
    let time = now.formatted(.iso8601)
    guard now > Self.earliest else {
      return .problem(
        "clock", "it shows \(time), which is in the past: certificates created now would not be valid",
        fix: "sudo timedatectl set-ntp true, or sudo date -s 'YYYY-MM-DD HH:MM'")
    }
    let files = FileManager.default
    if files.fileExists(atPath: state), !files.fileExists(atPath: state + "/synchronized") {
      return .warning(
        "clock", "it shows \(time), and is not synchronized yet",
        fix: "timedatectl timesync-status shows why; without a network, sudo date -s 'YYYY-MM-DD HH:MM'")
    }
    return .ok("clock", time)
  }
}
