import Testing

@testable import WaveSpectrumServer

/// How fine a source is asked to be, under a clock turned by hand.
@Suite struct ResolutionRequestTests {
  private static func resolution(_ resolution: inout ResolutionRequest, _ stepHertz: Double, at now: Int64)
    -> Double?
  {
    resolution.settle(on: stepHertz, at: now)
  }

  @Test func finerIsRequestedAtOnceCoarserAfterAWhile() {
    var resolution = ResolutionRequest()
    #expect(Self.resolution(&resolution, .infinity, at: 0) == nil)
    #expect(Self.resolution(&resolution, 1000, at: 1) == 1000)
    #expect(Self.resolution(&resolution, 1000, at: 2) == nil)
    #expect(Self.resolution(&resolution, 10, at: 3) == 10)
    #expect(Self.resolution(&resolution, 1000, at: 1_000_000) == nil)
    // Fine again in between: the while begins anew.
    #expect(Self.resolution(&resolution, 10, at: 3_000_000) == nil)
    #expect(Self.resolution(&resolution, 1000, at: 4_000_000) == nil)
    #expect(Self.resolution(&resolution, 500, at: 7_999_999) == nil)
    #expect(Self.resolution(&resolution, 500, at: 8_000_000) == 500)
    #expect(Self.resolution(&resolution, .infinity, at: 8_000_001) == nil)
    #expect(Self.resolution(&resolution, .infinity, at: 12_000_001) == .infinity)
  }
}
