import WaveSpectrumWire

/// Decodes a plane as Documentation/wire.md says it, one bit after another: the twin of the decoder with a
/// table.
struct NaivePlane {
  private var bits: ArraySlice<Bool>
  private(set) var levels: [Int16] = []

  /// Nil where the bytes are no plane.
  init?(_ bytes: [UInt8], columns: Int) {
    bits = []
    guard let first = bytes.first, first & 8 == 0, first & 3 != 3 else { return nil }
    if first & 3 == 0 {
      guard first == 0, bytes.count >= 1 + 2 * columns else { return nil }
      for column in 0..<columns {
        let (low, high) = (UInt16(bytes[1 + 2 * column]), UInt16(bytes[2 + 2 * column]))
        levels.append(Int16(bitPattern: low | high << 8))
      }
      return
    }
    for byte in bytes.dropFirst() {
      for place in (0..<8).reversed() { bits.append(byte >> UInt8(place) & 1 == 1) }
    }
    var gaps = [Bool](repeating: false, count: columns)
    if first & 4 != 0 {
      guard let firstIsGap = number(1), let runs = runs(columns, firstIsGap == 1) else { return nil }
      gaps = runs
    }
    let count = gaps.count { !$0 }
    var values: [Int] = []
    let areDifferences = first & 3 == 2
    if areDifferences, count > 0 {
      guard let level = number(16) else { return nil }
      values.append(level)
    }
    if values.count < count {
      guard let base = number(16), let codes = readCodes() else { return nil }
      while values.count < count {
        var code: [Bool] = []
        while codes[code] == nil {
          guard let bit = bits.popFirst() else { return nil }
          code.append(bit)
        }
        guard let bucket = codes[code], let low = number(Int(first >> 4)) else { return nil }
        let value = base + bucket << Int(first >> 4) + low
        values.append(areDifferences ? (values.last ?? 0) + value : value)
      }
    }
    var next = values.makeIterator()
    levels = gaps.map { $0 ? RowMessage.gap : Int16(truncatingIfNeeded: next.next() ?? 0) }
  }

  private mutating func number(_ count: Int) -> Int? {
    guard bits.count >= count else { return nil }
    defer { bits = bits.dropFirst(count) }
    return bits.prefix(count).reduce(0) { 2 * $0 + ($1 ? 1 : 0) }
  }

  private mutating func gamma() -> Int? {
    let zeros = bits.prefix { !$0 }.count
    guard zeros < 15 else { return nil }
    return number(2 * zeros + 1)
  }

  private mutating func runs(_ total: Int, _ first: Bool) -> [Bool]? {
    var states: [Bool] = []
    var state = first
    while states.count < total {
      guard let run = gamma(), states.count + run <= total else { return nil }
      states += [Bool](repeating: state, count: run)
      state.toggle()
    }
    return states
  }

  private mutating func readCodes() -> [[Bool]: Int]? {
    guard let last = number(9), let occurs = runs(last + 1, true) else { return nil }
    let buckets = occurs.indices.filter { occurs[$0] }
    guard buckets.count > 1 else { return [[]: 0] }
    var length = 5
    var lengths: [Int] = []
    for _ in buckets {
      guard let change = gamma() else { return nil }
      length += change % 2 == 0 ? change / 2 : -(change / 2)
      guard (1...10).contains(length) else { return nil }
      lengths.append(length)
    }
    guard lengths.reduce(0, { $0 + 1024 >> $1 }) == 1024 else { return nil }
    var codes: [[Bool]: Int] = [:]
    var code = 0
    for length in 1...10 {
      for (bucket, _) in zip(buckets, lengths).filter({ $0.1 == length }) {
        codes[(0..<length).map { code >> (length - 1 - $0) & 1 == 1 }] = bucket
        code += 1
      }
      code *= 2
    }
    return codes
  }
}
