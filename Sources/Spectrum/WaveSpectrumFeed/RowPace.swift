import WaveSpectrumWire
import WaveWire

/// Decides how often rows leave, and which planes each of them has, so that one client is never sent too
/// much.
///
/// Every message counts. The first plane of a spectrum, its newest trace, has the rate that the view asks for
/// where that fits; the other planes share what is left, five times a second at least. Where even that is too
/// much rows become fewer, ten a second at least. Rows of the past take at most half of what may be sent.
struct RowPace {
  /// What one client may be sent in any ten seconds: the study's 2048 columns of 16 bits, 30 times a second.
  static let limit = 1_228_800
  /// How much of that is planned for; the rest is for messages that cannot be foreseen.
  private static let planned = 1_180_000
  /// What rows of the past may take of it.
  private static let fetchLimit = 600_000
  /// Longest time from row to row, and from one row with all planes to the next.
  private static let slowestMicroseconds: Int64 = 100_000
  private static let completeMicroseconds: Int64 = 200_000

  private let isLimited: Bool
  private var live = LivePace()
  /// Whether the client keeps planes longer than the row that they came with, so that not every row needs
  /// all.
  private var keepsPlanes = false
  /// From row to row as the view asks.
  private var askedMicroseconds: Int64 = 33_333
  private var sum = SlidingSum()
  private var fetchedSum = SlidingSum()
  /// Bytes of the newest row of one plane, and what the other planes added to the newest complete one.
  private var firstBytes = 0
  private var otherBytes = 0
  private var lastComplete: Int64?
  /// When rows of the past may leave.
  private(set) var fetchEarliest: Int64 = .min / 2

  /// Starts without having sent anything.
  ///
  /// - Parameter isLimited: Whether bytes are scarce: they are not where the client is a page's own worker.
  init(isLimited: Bool) { self.isLimited = isLimited }

  /// Microseconds from row to row.
  var interval: Int64 { live.interval }
  /// The earliest time for the next row.
  var earliest: Int64 { live.earliest }
  /// Whether rows come less often than asked, since they are too long.
  var isSlowed: Bool { interval > askedMicroseconds }

  /// Notes a new view; rows just sent to the view before it still count.
  mutating func show(_ view: ShowView, at now: Int64) {
    live.setRate(rowsPerSecond: view.rowsPerSecond, at: now)
    askedMicroseconds = live.interval
    keepsPlanes = view.mode == .spectrum && view.levels != nil && view.planes.count > 1
    lastComplete = nil
  }

  /// Returns the planes for the next row: all of them, or the first alone.
  ///
  /// - Parameters:
  ///   - all: What the view shows.
  ///   - rowMicroseconds: From one acquired row to the next.
  ///   - now: Server time in microseconds.
  /// - Returns: The planes that are due.
  func planes(of all: PlaneSet, rowMicroseconds: Int64, at now: Int64) -> PlaneSet {
    guard isLimited, keepsPlanes, let lastComplete else { return all }
    let since = now - lastComplete
    let step = Swift.max(interval, rowMicroseconds)
    // A row later it would be too late.
    guard since + step <= Self.completeMicroseconds else { return all }
    let left = Double(bytesPerSecond) - Double(firstBytes) * 1e6 / Double(step)
    return left > 0 && Double(since + step / 8) * left >= Double(otherBytes) * 1e6 ? all : all.first
  }

  /// Whether the next row may leave now; where it may not, it waits for a tenth of a second.
  mutating func mayLeave(at now: Int64) -> Bool {
    guard isLimited else { return true }
    forget(at: now)
    guard sum.total + firstBytes + otherBytes > Self.limit else { return true }
    live.postpone(to: SlidingSum.nextSlot(after: now))
    return false
  }

  /// Notes that a live row left.
  ///
  /// - Parameters:
  ///   - planes: The planes that it had.
  ///   - bytes: What was sent with it.
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

  /// Notes any other message.
  mutating func note(_ bytes: Int, at now: Int64) {
    if isLimited { sum.add(bytes, at: now) }
  }

  /// Whether a row of the past may leave now; where it may not, it waits for a tenth of a second.
  mutating func mayFetch(at now: Int64) -> Bool {
    guard isLimited else { return true }
    forget(at: now)
    guard fetchedSum.total >= Self.fetchLimit || sum.total >= Self.planned else { return true }
    fetchEarliest = SlidingSum.nextSlot(after: now)
    return false
  }

  /// Notes that a row of the past left.
  mutating func fetched(bytes: Int, at now: Int64) {
    note(bytes, at: now)
    if isLimited { fetchedSum.add(bytes, at: now) }
  }

  private mutating func forget(at now: Int64) {
    sum.advance(to: now)
    fetchedSum.advance(to: now)
  }

  /// What live rows may take.
  private var bytesPerSecond: Int { (Self.planned - fetchedSum.total) / 10 }

  /// From row to row as asked, or longer where the other planes would come too seldom otherwise.
  private var shortestMicroseconds: Int64 {
    var step = askedMicroseconds
    // The slower rows are, the more of them have all planes: a few rounds settle that.
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
