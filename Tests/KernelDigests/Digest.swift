/// Numbers drawn together to 64 bits: one bit of one of them changes the result.
struct Digest {
  private(set) var value: UInt64 = 0

  mutating func add(_ bits: UInt64) { value = (value &* 31) ^ bits }

  mutating func add(_ number: Double) { add(number.bitPattern) }

  mutating func add(_ numbers: [Float]) { for number in numbers { add(UInt64(number.bitPattern)) } }

  mutating func add(_ numbers: [Int16]) {
    for number in numbers { add(UInt64(UInt16(bitPattern: number))) }
  }
}
