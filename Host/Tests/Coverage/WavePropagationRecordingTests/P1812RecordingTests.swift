import Foundation
import TestSupport
import Testing
import WavePropagation

/// Where reference vectors are, if they are to be looked at.
enum ReferenceVectors {
  static var isWanted: Bool { ProcessInfo.processInfo.environment["WAVEGLASS_RECORDINGS"] != nil }

  static func folder(_ name: String) -> URL {
    Repository.recordings.appending(path: "coverage/vectors/" + name)
  }

  static func lines(_ file: URL) throws -> [[String]] {
    try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }
}

/// The validation cases of Recommendation ITU-R P.1812, with all that they log on the way.
@Suite(.enabled(if: ReferenceVectors.isWanted)) struct P1812RecordingTests {
  /// One case: its link, its path, and what its log says by the beginning of a line.
  private struct Case {
    let name: String
    let link: P1812
    let profile: PathProfile
    let log: [[String]]

    init(_ log: URL) throws {
      name = log.deletingPathExtension().lastPathComponent
      self.log = try ReferenceVectors.lines(log)
      let path = name.split(separator: "_").dropLast(2).joined(separator: "_")
      let rows = try ReferenceVectors.lines(
        ReferenceVectors.folder("p1812/profiles").appending(path: path + ".csv"))
      let begin = try #require(rows.firstIndex { $0[0] == "{Begin of Profile}" })
      let count = try #require(Int(rows[begin + 1][1]))
      let points = rows[(begin + 2)..<(begin + 2 + count)]
      profile = PathProfile(
        distancesKilometers: try points.map { try #require(Double($0[0])) },
        heightsMeters: try points.map { try #require(Double($0[1])) },
        clutterMeters: try points.map { try #require(Double($0[3])) },
        zones: try points.map { try #require(UInt8($0[4]).flatMap { PathProfile.Zone(rawValue: $0) }) })
      let read = { [log = self.log] (name: String) in try Self.value(name, in: log) }
      var link = P1812(
        frequencyGigahertz: try read("f (GHz)"), transmitterHeightMeters: try read("htg (m)"),
        receiverHeightMeters: try read("hrg (m)"), latitudeDegrees: try read("phi (deg)"))
      link.timePercent = try read("p (%)")
      link.locationPercent = try read("pL (%)")
      link.locationDeviationDecibels = try read("sigmaL (dB)")
      link.polarization = try read("pol") == 1 ? .horizontal : .vertical
      link.refractivityLapse = try read("DN")
      link.surfaceRefractivity = try read("N0")
      link.transmitterCoastKilometers = try read("dct (km)")
      link.receiverCoastKilometers = try read("dcr (km)")
      self.link = link
    }

    static func value(_ name: String, in log: [[String]]) throws -> Double {
      let line = try #require(log.first { $0[0].trimmingCharacters(in: .whitespaces) == name }, "\(name)")
      return try #require(line.last { !$0.isEmpty }.flatMap(Double.init), "\(name)")
    }

    func value(_ name: String, _ equation: String? = nil) throws -> Double {
      try Self.value(name, in: log.filter { equation == nil || $0[1] == equation })
    }
  }

  @Test func everyTermIsTheReferences() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: ReferenceVectors.folder("p1812/results"), includingPropertiesForKeys: nil)
    let logs = files.filter { $0.lastPathComponent.hasSuffix("_log.csv") }.sorted { $0.path < $1.path }
    try #require(logs.count >= 36)
    for log in logs {
      let one = try Case(log)
      let terms = try one.link.terms(of: one.profile)
      let found: [(String, String?, Double)] = [
        ("dlt (km)", nil, terms.geometry.transmitterHorizonKilometers),
        ("dlr (km)", nil, terms.geometry.receiverHorizonKilometers),
        ("th_t (mrad)", nil, terms.geometry.transmitterElevation),
        ("th_r (mrad)", nil, terms.geometry.receiverElevation),
        ("th (mrad)", nil, terms.geometry.angularDistance),
        ("hstd (m)", nil, terms.geometry.smoothTransmitterHeight),
        ("hsrd (m)", nil, terms.geometry.smoothReceiverHeight),
        ("hte (m)", nil, terms.geometry.effectiveTransmitterHeight),
        ("hre (m)", nil, terms.geometry.effectiveReceiverHeight),
        ("hm (m)", nil, terms.geometry.roughness), ("b0 (%)", nil, terms.ductingPercent),
        ("Lbfs", nil, terms.freeSpace), ("Lb0p", nil, terms.lineOfSight),
        ("Lb0b", nil, terms.lineOfSightDucting), ("Lbulla (dB)", nil, terms.bullington),
        ("Lbulls (dB)", nil, terms.smoothBullington), ("Ldsph (dB)", nil, terms.sphericalEarth),
        ("Ld50 (dB)", nil, terms.diffractionMedian), ("Ldb (dB)", nil, terms.diffractionDucting),
        ("Ldp (dB)", nil, terms.diffraction), ("Lbd50 (dB)", nil, terms.diffractedMedian),
        ("Lbd (dB)", nil, terms.diffracted), ("Lminb0p (dB)", nil, terms.leastLineOfSight),
        ("Lba (dB)", nil, terms.ducting), ("Lminbap (dB)", nil, terms.leastDucting),
        ("Lbda (dB)", nil, terms.diffractedOrDucted), ("Lbam (dB)", nil, terms.modified),
        ("Lbs (dB)", nil, terms.troposcatter), ("Lbc (dB)", nil, terms.median), ("Lb (dB)", nil, terms.loss),
      ]
      for (name, equation, value) in found {
        let wanted = try one.value(name, equation)
        // The logs have ten digits.
        #expect(abs(value - wanted) <= 1e-8 + 1e-9 * abs(wanted), "\(one.name), \(name): \(value), \(wanted)")
      }
    }
  }

  /// The losses of the cases' own tables have more digits than the logs.
  @Test func lossesAreTheReferences() throws {
    for log in try FileManager.default.contentsOfDirectory(
      at: ReferenceVectors.folder("p1812/results"), includingPropertiesForKeys: nil)
    {
      let one = try Case(log)
      let parts = one.name.split(separator: "_")
      let number = try #require(Int(parts[parts.count - 2]))
      let rows = try ReferenceVectors.lines(
        ReferenceVectors.folder("p1812/profiles").appending(
          path: parts.dropLast(2).joined(separator: "_") + ".csv"))
      let begin = try #require(rows.firstIndex { $0[0] == "{Begin of Measurements}" })
      let row = rows[begin + 1 + number]
      let wanted = try #require(row[17].isEmpty ? nil : Double(row[17]), "\(one.name)")
      // Some are given with seven decimals only.
      let decimals = row[17].split(separator: ".").last?.count ?? 0
      let rounding = decimals < 8 ? 0.5 * pow(10, -Double(decimals)) : 0
      #expect(abs(try one.link.terms(of: one.profile).loss - wanted) < 1e-8 + rounding, "\(one.name)")
    }
  }
}
