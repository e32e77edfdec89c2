import WaveSpectrumWire
import WaveWire

/// Decides when rows are sent, and which planes each contains, so that no client is sent too much data.
///
/// Every message counts towards the limit. The first plane of a spectrum, its newest trace, is sent at the
/// rate that the view requests, if the limit allows it. The other planes share the rest, and are sent at
/// least five times a second. If even that is too much, the row rate is reduced to no less than ten a second.
/// Past rows use at most half of the limit.
struct RowPace {
  /// The maximum number of bytes sent to a client in any ten seconds.
  ///
  /// This is enough for rows of 2048 columns with 16 bits each, 30 times a second.
  static let limit = 1_228_800
  /// The part of the limit that is planned for rows, in bytes; the rest is reserved for other messages.
  private static let planned = 1_180_000
  /// The part of the limit, in bytes, that is available for past rows.
  private static let fetchLimit = 600_000
  /// The longest interval between rows, in microseconds.
  private static let slowestMicroseconds: Int64 = 100_000
  /// The longest interval between rows with all planes, in microseconds.
  private static let completeMicroseconds: Int64 = 200_000

  private let isLimited: Bool
  private var live = LivePace()
  /// Whether the client keeps planes from earlier rows, so that not every row needs all planes.
  private var keepsPlanes = false
  /// The requested interval between rows, in microseconds.
  private var askedMicroseconds: Int64 = 33_333
  private var sum = SlidingSum()
  private var fetchedSum = SlidingSum()
  /// The size of the newest row that had only one plane, in bytes.
  private var firstBytes = 0
  /// The number of bytes that the other planes added to the newest row that had all planes.
  private var otherBytes = 0
  private var lastComplete: Int64?
  /// The earliest time at which the next past row can be sent.
  private(set) var fetchEarliest: Int64 = .min / 2

  /// Creates the state before the first row is sent.
  ///
  /// - Parameter isLimited: Whether the number of bytes is limited; false if the client runs in the same web
  ///   page as the feed.
  init(isLimited: Bool) { self.isLimited = isLimited }

  /// The current interval between rows, in microseconds.
  var interval: Int64 { live.interval }
  /// The earliest time at which the next live row can be sent.
  var earliest: Int64 { live.earliest }
  /// Whether rows are sent less often than requested because of their size.
  var isSlowed: Bool { interval > askedMicroseconds }

  /// Sets a new view.
  ///
  /// Rows that were just sent for the previous view still count towards the limit.
  mutating func show(_ view: ShowView, at now: Int64) {
    live.setRate(rowsPerSecond: view.rowsPerSecond, at: now)
    askedMicroseconds = live.interval
    keepsPlanes = view.mode == .spectrum && view.levels != nil && view.planes.count > 1
    lastComplete = nil
  }

  /// Returns the planes for the next row: all of them, or only the first.
  ///
  /// - Parameters:
  ///   - all: The planes that the view shows.
  ///   - rowMicroseconds: The interval between acquired rows.
  ///   - now: Server time in microseconds.
  /// - Returns: The planes that are due.
  func planes(of all: PlaneSet, rowMicroseconds: Int64, at now: Int64) -> PlaneSet {
    guard isLimited, keepsPlanes, let lastComplete else { return all }
    let since = now - lastComplete
    let step = Swift.max(interval, rowMicroseconds)
    // If the other planes waited for the next row, they would be sent too late.
    guard since + step <= Self.completeMicroseconds else { return all }
    let left = Double(bytesPerSecond) - Double(firstBytes) * 1e6 / Double(step)
    return left > 0 && Double(since + step / 8) * left >= Double(otherBytes) * 1e6 ? all : all.first
  }

  /// Returns whether the next live row can be sent now; if not, delays it by up to a tenth of a second.
  mutating func maySend(at now: Int64) -> Bool {
    guard isLimited else { return true }
    forget(at: now)
    guard sum.total + firstBytes + otherBytes > Self.limit else { return true }
    live.postpone(to: SlidingSum.nextSlot(after: now))
    return false
  }

  /// Records that a live row was sent.
  ///
  /// - Parameters:
  ///   - planes: The row's planes.
  ///   - bytes: The number of bytes in the row's messages.
  ///   - now: Server time in microseconds.
  mutating func sent(_ planes: PlaneSet, bytes: Int, at now: Int64) {
    note(bytes, at: now)
    if !keepsPlanes {
      (firstBytes, otherBytes) = (bytes, 0)
    } else if planes.count == 1 {
      firstBytes = bytes
    } else {
      if firstBytes == 0 || firstBytes >= bytes { firstBytes = bytes / planes.count }
      otherBytes = bytes - firstBytes
      lastComplete = now
    }
    if isLimited { live.setInterval(shortestMicroseconds) }
    live.sent(at: now)
  }

  /// Records that a message other than a row was sent.
  mutating func note(_ bytes: Int, at now: Int64) { if isLimited { sum.add(bytes, at: now) } }

  /// Returns whether a past row can be sent now; if not, delays it by up to a tenth of a second.
  mutating func mayFetch(at now: Int64) -> Bool {
    guard isLimited else { return true }
    forget(at: now)
    guard fetchedSum.total >= Self.fetchLimit || sum.total >= Self.planned else { return true }
    fetchEarliest = SlidingSum.nextSlot(after: now)
    return false
  }

  /// Records that a past row was sent.
  mutating func fetched(bytes: Int, at now: Int64) {
    note(bytes, at: now)
    if isLimited { fetchedSum.add(bytes, at: now) }
  }

  private mutating func forget(at now: Int64) {
    sum.advance(to: now)
    fetchedSum.advance(to: now)
  }

  /// The number of bytes per second available for live rows.
  private var bytesPerSecond: Int { (Self.planned - fetchedSum.total) / 10 }

  /// The requested interval between rows, or a longer one if the other planes would otherwise be sent too
  /// rarely.
  private var shortestMicroseconds: Int64 {
    var step = askedMicroseconds
    // A longer interval increases the share of rows with all planes, so iterate; a few steps suffice.
    for _ in 0..<4 {
      let rows = Swift.max(1, Self.completeMicroseconds / step)
      let bytes = Int64(firstBytes) + Int64(otherBytes) / rows
      let needed = bytes * 1_000_000 / Int64(bytesPerSecond)
      guard needed > step else { break }
      step = Swift.min(needed, Self.slowestMicroseconds)
    }
    return Swift.max(step, askedMicroseconds)
  }
}
