import Testing

@testable import WaveAccess

@Suite struct RateLimiterTests {
  private final class Limits {
    private var limiter: RateLimiter

    init(burst: Int, perSecond: Double, addressesLimit: Int = 4096) {
      limiter = RateLimiter(burst: burst, perSecond: perSecond, addressesLimit: addressesLimit)
    }

    var addressCount: Int { limiter.addressCount }
    func spend(_ address: AddressKey, at now: Int64) -> Int? { limiter.spend(address, at: now) }
  }

  private static func address(_ number: Int) -> AddressKey {
    AddressKey(bytes: [10, UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)])
  }

  @Test func letsThroughABurstAndThenTheRate() {
    let limiter = Limits(burst: 5, perSecond: 2)
    let address = Self.address(1)
    for _ in 0..<5 { #expect(limiter.spend(address, at: 0) == nil) }
    #expect(limiter.spend(address, at: 0) == 1)
    #expect(limiter.spend(Self.address(2), at: 0) == nil)
    #expect(limiter.spend(address, at: 499_999) != nil)
    #expect(limiter.spend(address, at: 500_000) == nil)
    // In the long run it is the rate, however often it is asked.
    let passed = (0..<10_000).count { limiter.spend(address, at: 500_000 + Int64($0) * 10_000) == nil }
    #expect((198...201).contains(passed))
  }

  @Test func saysHowLongToWait() {
    let limiter = Limits(burst: 1, perSecond: 0.05)
    #expect(limiter.spend(Self.address(1), at: 0) == nil)
    #expect(limiter.spend(Self.address(1), at: 0) == 20)
    #expect(limiter.spend(Self.address(1), at: 5_000_000) == 15)
    #expect(limiter.spend(Self.address(1), at: 20_000_000) == nil)
  }

  @Test func remembersAsManyAsSaidAndForgetsNobodyWhoIsBusy() {
    let limiter = Limits(burst: 2, perSecond: 0.001, addressesLimit: 100)
    for number in 0..<100 { #expect(limiter.spend(Self.address(number), at: 0) == nil) }
    #expect(limiter.spend(Self.address(0), at: 0) == nil)
    // Newcomers share what one has.
    #expect(limiter.spend(Self.address(1000), at: 0) == nil)
    #expect(limiter.spend(Self.address(1001), at: 0) == nil)
    #expect(limiter.spend(Self.address(1002), at: 0) != nil)
    #expect(limiter.addressCount == 100)
    #expect(limiter.spend(Self.address(0), at: 0) != nil)
    // Who has been quiet for long enough makes room.
    #expect(limiter.spend(Self.address(1003), at: 3_000_000_000) == nil)
    #expect(limiter.addressCount == 1)
  }

  @Test func timeThatGoesBackGivesNothing() {
    let limiter = Limits(burst: 1, perSecond: 1)
    #expect(limiter.spend(Self.address(1), at: 10_000_000) == nil)
    #expect(limiter.spend(Self.address(1), at: 0) != nil)
    #expect(limiter.spend(Self.address(1), at: .min) != nil)
  }

  @Test func anIPv6HouseholdIsOneAddress() {
    let network: [UInt8] = [0x20, 0x01, 0x0D, 0xB8, 0, 1, 0, 2]
    let one = AddressKey(bytes: network + [0, 0, 0, 0, 0, 0, 0, 1])
    #expect(one == AddressKey(bytes: network + [9, 9, 9, 9, 9, 9, 9, 9]))
    #expect(one != AddressKey(bytes: [0x20, 0x01, 0x0D, 0xB8, 0, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1]))
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    #expect(AddressKey(bytes: mapped + [10, 0, 0, 1]) == AddressKey(bytes: [10, 0, 0, 1]))
    #expect(AddressKey(bytes: [0, 0, 0, 1]) != AddressKey(bytes: Array(repeating: 0, count: 15) + [1]))
  }

  @Test func theLoopbackIsThisMachine() {
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    for bytes in [
      [127, 0, 0, 1], [127, 9, 9, 9], Array(repeating: 0, count: 15) + [1], mapped + [127, 0, 0, 1],
    ] {
      #expect(AddressKey(bytes: bytes).isLoopback, "\(bytes)")
    }
    for bytes in [
      [], [127], [128, 0, 0, 1], [0, 0, 0, 0], [192, 168, 0, 1], mapped + [10, 0, 0, 1],
      Array(repeating: 0, count: 16),
      [0xFE, 0x80] + Array(repeating: 0, count: 13) + [1],
    ] as [[UInt8]] {
      #expect(!AddressKey(bytes: bytes).isLoopback, "\(bytes)")
    }
  }
}
