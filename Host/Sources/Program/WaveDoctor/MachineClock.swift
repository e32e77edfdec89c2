public import Foundation

/// This machine's clock: certificates and recordings are dated by it.
public struct MachineClock: Check {
  /// Before this was written: a clock that says so is wrong.
  static let earliest = Date(timeIntervalSince1970: 1_767_225_600)

  private let now: Date
  private let state: String

  /// Looks at the clock.
  ///
  /// - Parameters:
  ///   - now: What it says.
  ///   - state: The folder in which systemd-timesyncd(8) says whether it has set it by others.
  public init(at now: Date = Date(), state: String = "/run/systemd/timesync") {
    self.now = now
    self.state = state
  }

  /// What there is to say of it.
  public func findings() -> [Finding] {
    let time = now.formatted(.iso8601)
    guard now > Self.earliest else {
      return [
        .problem(
          "clock", "it says \(time), which is past: certificates made now would not hold",
          fix: "sudo timedatectl set-ntp true, or sudo date -s 'YYYY-MM-DD HH:MM'")
      ]
    }
    let files = FileManager.default
    if files.fileExists(atPath: state), !files.fileExists(atPath: state + "/synchronized") {
      return [
        .warning(
          "clock", "it says \(time), and was not set by others yet",
          fix: "timedatectl timesync-status says why; without a network, sudo date -s 'YYYY-MM-DD HH:MM'")
      ]
    }
    return [.ok("clock", time)]
  }
}
