/// Numbers drawn together to 64 bits: one bit of one of them changes the result.
struct Digest {
  private(set) var value: UInt64 = 0

  mutating func take(_ bits: UInt64) { value = (value &* 31) ^ bits }

  mutating func take(_ number: Double) { take(number.bitPattern) }

  mutating func take(_ numbers: [Float]) { for number in numbers { take(UInt64(number.bitPattern)) } }

  mutating func take(_ numbers: [Int16]) {
    for number in numbers { take(UInt64(UInt16(bitPattern: number))) }
  }
}
