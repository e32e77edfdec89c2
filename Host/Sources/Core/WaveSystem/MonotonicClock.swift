#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Server time: a clock that never jumps, in microseconds since shortly before the first use.
public enum MonotonicClock {
  /// The current microseconds; at least 1, so that 0 can mean "none".
  public static var microseconds: Int64 {
    // Before the clock is read, since the first use sets it.
    let origin = origin
    return raw() &- origin
  }

  private static let origin = raw() &- 1

  private static func raw() -> Int64 { read(CLOCK_MONOTONIC) }
}

/// The time of day.
public enum WallClock {
  /// Microseconds since 1970 in universal time.
  public static var microseconds: Int64 { read(CLOCK_REALTIME) }
}

private func read(_ clock: clockid_t) -> Int64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_nsec) / 1000
}
