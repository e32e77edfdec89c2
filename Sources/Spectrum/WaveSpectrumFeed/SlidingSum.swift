/// A sum over the last ten seconds or slightly more, kept in slots of a tenth of a second.
///
/// A slot counts until it is entirely older than ten seconds, so the sum never omits anything from the last
/// ten seconds.
struct SlidingSum {
  static let slotMicroseconds: Int64 = 100_000
  private static let slots = 101

  private var counts = [Int](repeating: 0, count: slots)
  private var newest: Int64?
  /// The sum as of the last call to `advance`.
  private(set) var total = 0

  /// Removes the slots that are older than ten seconds from the sum.
  mutating func advance(to now: Int64) {
    let slot = Self.slot(at: now)
    guard let newest, slot > newest else {
      return self.newest = newest ?? slot
    }
    for passed in 0..<Swift.min(slot - newest, Int64(Self.slots)) {
      let place = Self.place(of: slot - passed)
      total -= counts[place]
      counts[place] = 0
    }
    self.newest = slot
  }

  /// Adds a count to the sum.
  mutating func add(_ count: Int, at now: Int64) {
    advance(to: now)
    counts[Self.place(of: newest ?? 0)] += count
    total += count
  }

  /// Returns the start of the next slot after a time, at which an old slot can be dropped.
  static func nextSlot(after now: Int64) -> Int64 { (slot(at: now) + 1) * slotMicroseconds }

  private static func slot(at now: Int64) -> Int64 {
    now / slotMicroseconds - (now % slotMicroseconds < 0 ? 1 : 0)
  }

  private static func place(of slot: Int64) -> Int {
    let remainder = Int(slot % Int64(slots))
    return remainder < 0 ? remainder + slots : remainder
  }
}
