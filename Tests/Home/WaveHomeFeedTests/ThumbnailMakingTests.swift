import Testing
import WaveHomeWire

@testable import WaveHomeFeed

@Suite struct ThumbnailMakingTests {
  @Test func aTraceStandsOutOfItsNoise() throws {
    var levels = [Float](repeating: -90, count: 100)
    for column in levels.indices { levels[column] += column.isMultiple(of: 2) ? 1 : -1 }
    levels[40] = -30
    levels[60] = .nan
    let trace = try #require(Thumbnail(identifier: 5, levels: levels))
    #expect(trace.identifier == 5 && trace.kind == .trace && trace.values.count == 100)
    // 3 of about 70 dB are above the signal; the noise is near a tenth of the height.
    #expect((240...250).contains(trace.values[40]) && trace.values[60] == 0)
    let noise = trace.values.indices.filter { $0 != 40 && $0 != 60 }
    #expect(noise.allSatisfy { (18...40).contains(trace.values[$0]) })
  }

  @Test func noiseAloneIsFlat() throws {
    let levels = (0..<100).map { Float($0 % 5) - 100 }
    let values = try #require(Thumbnail(identifier: 1, levels: levels)).values
    // Four decibels are a sixth of the height.
    #expect(values.max()! - values.min()! <= 43 && values.min()! > 100)
  }

  @Test func thereIsNoTraceWithoutLevels() {
    #expect(Thumbnail(identifier: 1, levels: []) == nil)
    #expect(Thumbnail(identifier: 1, levels: [.nan, .infinity]) == nil)
    #expect(Thumbnail(identifier: 1, levels: Array(repeating: 1, count: 161)) == nil)
    #expect(Thumbnail(identifier: 1, levels: [-3e38, 3e38]) != nil)
  }

  @Test func lanesAreScaledToTheirOwnExtremes() throws {
    let lanes = [
      Thumbnail.Lane(low: [0, 1, .nan], high: [1, 2, 3]), Thumbnail.Lane(low: [7, 7, 7], high: [7, 7, 7]),
    ]
    let thumbnail = try #require(Thumbnail(identifier: 2, lanes: lanes))
    #expect(thumbnail.kind == .lanes && thumbnail.columns == 3 && thumbnail.rows == 2)
    // The third column of the first lane is a gap: its lower value is above its upper one.
    #expect(thumbnail.values == [0, 85, 255, 85, 170, 0, 128, 128, 128, 128, 128, 128])
  }

  @Test func lanesMustMatch() {
    #expect(Thumbnail(identifier: 1, lanes: []) == nil)
    #expect(Thumbnail(identifier: 1, lanes: [.init(low: [1], high: [1, 2])]) == nil)
    #expect(Thumbnail(identifier: 1, lanes: [.init(low: [1], high: [1]), .init(low: [], high: [])]) == nil)
    let endless = Thumbnail(identifier: 1, lanes: [.init(low: [-.infinity], high: [.infinity])])
    #expect(endless?.values == [255, 0])
  }

  /// A plane that falls to the north-west at 45° faces the light.
  ///
  /// The light grazes one that rises to it, and level ground is lit by the sine of 45°.
  @Test func slopesTowardsTheLightAreBright() throws {
    func shade(_ height: (Int, Int) -> Float) throws -> UInt8 {
      let heights = (0..<25).map { height($0 / 5, $0 % 5) }
      return try #require(
        Thumbnail(identifier: 1, heights: heights, columns: 5, spacingMeters: 10)
      ).values[12]
    }
    let slope = 10 / Float(2).squareRoot()
    #expect(try shade { _, _ in 100 } == 180)
    #expect(try shade { row, column in slope * Float(row + column) } == 255)
    #expect(try shade { row, column in -slope * Float(row + column) } == 0)
    #expect(try shade { _, column in column == 3 ? .nan : 0 } == 0)
  }

  @Test func reliefMustHaveWholeRows() {
    #expect(Thumbnail(identifier: 1, heights: [1, 2, 3], columns: 2, spacingMeters: 1) == nil)
    #expect(Thumbnail(identifier: 1, heights: [1, 2], columns: 2, spacingMeters: 0) == nil)
    #expect(Thumbnail(identifier: 1, heights: [1, 2], columns: 0, spacingMeters: 1) == nil)
  }
}
