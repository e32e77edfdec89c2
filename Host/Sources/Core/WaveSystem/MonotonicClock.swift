#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The server's monotonic clock, which counts microseconds and starts at 1 when it is first used.
public enum MonotonicClock {
  /// The current time in microseconds; at least 1, so that 0 can mean “no time”.
  public static var microseconds: Int64 {
    // The origin is read before the clock, because the first use of the origin initializes it.
    let origin = origin
    return raw() &- origin
  }

  private static let origin = raw() &- 1

  private static func raw() -> Int64 { read(CLOCK_MONOTONIC) }
}

/// The system's wall clock.
public enum WallClock {
  /// The current time in microseconds since 1970, in UTC.
  public static var microseconds: Int64 { read(CLOCK_REALTIME) }
}

private func read(_ clock: clockid_t) -> Int64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_nsec) / 1000
}
