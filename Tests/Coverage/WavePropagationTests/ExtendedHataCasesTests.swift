import Foundation
import TestSupport
import Testing
import WavePropagation

/// A case of ITS, from the rows that Fixtures/propagation/ehata/README.md describes.
private struct ExtendedHataCase {
  let id: String
  let link: ExtendedHata
  let profile: String
  /// None where the list of the first effective heights has a correction that the library does not have.
  let original: Double?
  let revised: Double

  init(_ row: [String]) throws {
    try #require(row.count == 9)
    id = row[0]
    let baseHeight = try #require(Double(row[3]))
    link = ExtendedHata(
      frequencyMegahertz: try #require(Double(row[2])),
      // One has its antenna on the ground, which the library refuses.
      baseHeightMeters: max(baseHeight, 1e-6),
      mobileHeightMeters: try #require(Double(row[4])), area: Self.area(row[5]))
    profile = row[6]
    original = Double(row[7])
    revised = try #require(Double(row[8]))
  }

  /// What a code of land cover stands for in the reference.
  private static func area(_ code: String) -> HataArea {
    switch code {
    case "22": .suburban
    case "23": .city
    case "24": .largeCity
    default: .open
    }
  }
}

@Suite struct ExtendedHataCasesTests {
  private static func rows(_ name: String) throws -> [[String]] {
    let url = Repository.fixture("propagation/ehata/\(name)")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test func lossesAreThoseOfITS() throws {
    var profiles: [String: (spacing: Double, heights: [Double])] = [:]
    for row in try Self.rows("profiles.csv") {
      let numbers = try row.dropFirst().map { try #require(Double($0)) }
      profiles[row[0]] = (numbers[0], numbers.dropFirst().reversed())
    }
    let cases = try Self.rows("cases.csv").map(ExtendedHataCase.init)
    #expect(cases.count == 51)
    #expect(Set(cases.map(\.profile)).count == 34 && profiles.count == 34)
    // As coverage.md says: all of the later list, and of the earlier one those without the older correction.
    #expect(cases.count { $0.original != nil } == 42)
    #expect(cases.count { $0.original ?? $0.revised != $0.revised } == 8)
    for one in cases {
      let ground = try #require(profiles[one.profile])
      let rules: [(ExtendedHata.EffectiveHeights, Double)] = [
        (.original, one.original ?? one.revised), (.revised, one.revised),
      ]
      for (rule, wanted) in rules {
        var link = one.link
        link.effectiveHeights = rule
        let loss = try link.terms(over: ground.heights, spacingMeters: ground.spacing).loss
        #expect(abs(loss - wanted) < 1e-4, "\(one.id) \(rule) \(loss) \(wanted)")
      }
    }
  }
}
