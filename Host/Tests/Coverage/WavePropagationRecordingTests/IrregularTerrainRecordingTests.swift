import Foundation
import Testing
import WavePropagation

/// NTIA's own cases of the Irregular Terrain Model.
@Suite(.enabled(if: ReferenceVectors.isWanted)) struct IrregularTerrainRecordingTests {
  private static func table(_ name: String) throws -> [[String: Double]] {
    let rows = try ReferenceVectors.lines(ReferenceVectors.folder("itm").appending(path: name))
    return rows.dropFirst().map { row in
      var named: [String: Double] = [:]
      for (name, text) in zip(rows[0], row) { named[name] = Double(text) }
      return named
    }
  }

  private static func link(_ row: [String: Double]) throws -> IrregularTerrain {
    func read(_ name: String) throws -> Double { try #require(row[name], "\(name)") }
    var link = IrregularTerrain(
      frequencyMegahertz: try read("f__mhz"), transmitterHeightMeters: try read("h_tx__meter"),
      receiverHeightMeters: try read("h_rx__meter"))
    link.permittivity = try read("epsilon")
    link.conductivity = try read("sigma")
    link.surfaceRefractivity = try read("N_0")
    link.polarization = try read("pol") == 1 ? .vertical : .horizontal
    link.climate = try #require(IrregularTerrain.Climate(rawValue: Int(try read("climate"))))
    link.timePercent = try read("time")
    link.locationPercent = try read("location")
    link.situationPercent = try read("situation")
    // 10 is added where places do not differ, 20 where situations do not.
    let mode = Int(try read("mdvar"))
    link.variability = try #require(IrregularTerrain.Variability(rawValue: mode % 10))
    link.variesByLocation = mode / 10 % 2 == 0
    link.variesBySituation = mode / 20 == 0
    return link
  }

  @Test func pathsLoseWhatTheReferenceSays() throws {
    let profiles = try ReferenceVectors.lines(ReferenceVectors.folder("itm").appending(path: "pfls.csv"))
      .map { $0.compactMap(Double.init) }.filter { $0.count > 3 }
    let rows = try Self.table("p2p.csv")
    try #require(rows.count >= 5 && profiles.count >= rows.count)
    for (row, profile) in zip(rows, profiles) {
      let heights = Array(profile[2..<(Int(profile[0]) + 3)])
      let loss = try Self.link(row).loss(over: heights, spacingMeters: profile[1])
      #expect(abs(loss - (row["A__db"] ?? .nan)) < 0.01, "\(row)")
    }
  }

  @Test func areasLoseWhatTheReferenceSays() throws {
    let rows = try Self.table("area.csv")
    try #require(rows.count >= 5)
    for row in rows {
      let sitings = (row["tx_siting_criteria"], row["rx_siting_criteria"])
      let loss = try Self.link(row).loss(
        overKilometers: try #require(row["d__km"]), roughnessMeters: try #require(row["delta_h__meter"]),
        sitings: (
          try #require(sitings.0.flatMap { IrregularTerrain.Siting(rawValue: Int($0)) }),
          try #require(sitings.1.flatMap { IrregularTerrain.Siting(rawValue: Int($0)) })
        ))
      // The table has one decimal.
      #expect(abs(loss - (row["A__db"] ?? .nan)) < 0.05, "\(row)")
    }
  }
}
