/// A sorter that orders rows by their keys, in slices, one 11-bit digit after another.
struct RadixSorter<Key: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  let count: Int
  /// The number of keys appended so far.
  private(set) var keyCount = 0
  private(set) var rows: [UInt32] = []

  private var keys: [Key] = []
  private var otherRows: [UInt32] = []
  private var otherKeys: [Key] = []
  /// For each digit position, the number of keys with each digit value.
  ///
  /// For the current digit position, these are converted to the index at which the next row with each digit
  /// value is placed.
  private var places: [UInt32]
  /// The index of the current digit position.
  private var digit = 0
  /// The number of rows moved for the current digit position.
  private var moved = 0

  private static var digitBits: Int { 11 }
  private static var digitValues: Int { 1 << digitBits }
  private static var digitCount: Int { (Key.bitWidth + digitBits - 1) / digitBits }

  init(count: Int) {
    self.count = count
    places = count == 0 ? [] : Array(repeating: 0, count: Self.digitCount * Self.digitValues)
  }

  var isDone: Bool { count == 0 || digit == Self.digitCount }

  var progress: Double {
    if isDone { return 1 }
    let done = Double(keyCount) + Double(digit) * Double(count) + Double(moved)
    return done / (Double(count) * Double(Self.digitCount + 1))
  }

  /// Appends the next row's key.
  @inline(__always) mutating func append(_ key: Key) {
    if keyCount == 0 {
      keys.reserveCapacity(count)
      rows.reserveCapacity(count)
    }
    keys.append(key)
    rows.append(UInt32(truncatingIfNeeded: keyCount))
    keyCount &+= 1
    places.withUnsafeMutableBufferPointer { places in
      for digit in 0..<Self.digitCount {
        places[digit &* Self.digitValues &+ Self.value(of: key, digit)] &+= 1
      }
    }
  }

  @inline(__always) private static func value(of key: Key, _ digit: Int) -> Int {
    Int(truncatingIfNeeded: key >> Key(truncatingIfNeeded: digit &* digitBits)) & (digitValues - 1)
  }

  /// Moves at most `limit` rows; does nothing until all keys are present.
  mutating func step(limit: Int) {
    guard !isDone, keyCount == count else { return }
    if moved == 0 {
      if isShared {
        digit += 1
        if isDone { finish() }
        return
      }
      guard makeRoom(limit: Swift.max(limit, 1)) else { return }
      startDigit()
    }
    let end = Swift.min(moved + Swift.max(limit, 1), count)
    let base = digit * Self.digitValues
    keys.withUnsafeBufferPointer { keys in
      rows.withUnsafeBufferPointer { rows in
        otherKeys.withUnsafeMutableBufferPointer { otherKeys in
          otherRows.withUnsafeMutableBufferPointer { otherRows in
            places.withUnsafeMutableBufferPointer { places in
              for position in moved..<end {
                let key = keys[position]
                let place = base &+ Self.value(of: key, digit)
                let target = Int(places[place])
                places[place] &+= 1
                otherKeys[target] = key
                otherRows[target] = rows[position]
              }
            }
          }
        }
      }
    }
    moved = end
    guard moved == count else { return }
    swap(&keys, &otherKeys)
    swap(&rows, &otherRows)
    moved = 0
    digit += 1
    if isDone { finish() }
  }

  /// Whether all keys have the same digit at the current position, so that no rows need to be moved.
  private var isShared: Bool {
    let base = digit * Self.digitValues
    return (base..<base + Self.digitValues).contains { Int(places[$0]) == count }
  }

  /// Allocates part of the memory for moved rows, so that no single slice has to wait for all of it.
  ///
  /// - Returns: Whether enough memory has been allocated to move rows.
  private mutating func makeRoom(limit: Int) -> Bool {
    guard otherRows.count < count else { return true }
    otherRows.reserveCapacity(count)
    otherKeys.reserveCapacity(count)
    let more = Swift.min(limit, count - otherRows.count)
    otherRows.append(contentsOf: repeatElement(0, count: more))
    otherKeys.append(contentsOf: repeatElement(0, count: more))
    return false
  }

  /// Converts the counts of the current digit position to row indices.
  private mutating func startDigit() {
    let base = digit * Self.digitValues
    var next: UInt32 = 0
    for value in base..<base + Self.digitValues { (places[value], next) = (next, next &+ places[value]) }
  }

  private mutating func finish() {
    keys = []
    otherKeys = []
    otherRows = []
    places = []
  }
}
