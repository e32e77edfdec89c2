/// A first-in, first-out queue of rows, indexed from the oldest.
///
/// It uses a ring buffer that doubles in size as needed.
struct RowQueue: Sendable {
  private var slots: [StoredRow?] = []
  private var head = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Accesses the row at an index, counting from the oldest row.
  subscript(index: Int) -> StoredRow {
    guard index >= 0, index < count, let row = slots[(head + index) & (slots.count - 1)] else {
      preconditionFailure("index outside the queue")
    }
    return row
  }

  var first: StoredRow? { isEmpty ? nil : self[0] }
  var last: StoredRow? { isEmpty ? nil : self[count - 1] }

  /// Replaces the row at an index, counting from the oldest row.
  mutating func replace(_ index: Int, by row: StoredRow) {
    precondition(index >= 0 && index < count, "index outside the queue")
    slots[(head + index) & (slots.count - 1)] = row
  }

  mutating func append(_ row: StoredRow) {
    if count == slots.count { grow() }
    slots[(head + count) & (slots.count - 1)] = row
    count += 1
  }

  mutating func popFirst() -> StoredRow? {
    guard let row = first else { return nil }
    slots[head] = nil
    head = (head + 1) & (slots.count - 1)
    count -= 1
    return row
  }

  /// Shortens the newest row if it would end after a given time, which is the start of the next row.
  mutating func cutLast(at microseconds: Int64) {
    guard var row = last else { return }
    let length = microseconds - row.row.startMicroseconds
    guard length < row.row.durationMicroseconds else { return }
    row.row.durationMicroseconds = length
    row.coveredMicroseconds = Swift.min(row.coveredMicroseconds, length)
    slots[(head + count - 1) & (slots.count - 1)] = row
  }

  private mutating func grow() {
    let free = Swift.max(16, slots.count * 2) - count
    slots = (0..<count).map { self[$0] } + [StoredRow?](repeating: nil, count: free)
    head = 0
  }
}
