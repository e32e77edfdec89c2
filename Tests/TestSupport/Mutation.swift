extension [UInt8] {
  /// Changes a few bytes at random: turns one over, takes some away, doubles a stretch, or cuts off the end.
  public mutating func mutate(using random: inout SeededGenerator) {
    guard !isEmpty else { return append(UInt8.random(in: 0...255, using: &random)) }
    let place = Int.random(in: 0..<count, using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: self[place] = UInt8.random(in: 0...255, using: &random)
    case 1: self[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
    case 2: self[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
    case 3: insert(UInt8.random(in: 0...255, using: &random), at: place)
    case 4: removeSubrange(place..<Swift.min(count, place + Int.random(in: 1...12, using: &random)))
    case 5:
      let end = Swift.min(count, place + 40)
      insert(contentsOf: Array(self[place..<end]), at: Int.random(in: 0...count, using: &random))
    default: removeLast(Swift.min(count, Int.random(in: 1...64, using: &random)))
    }
  }
}
