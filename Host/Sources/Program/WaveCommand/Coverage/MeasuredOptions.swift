import ArgumentParser
import WaveSystem
import WaveTerrainFormats
import WavePropagation
import WaveUnits

/// Options for comparing measurements with a map.
struct MeasuredOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Compare measured levels, from a table (CSV) or GPX, with the map; needs --eirp or --power.",
      valueName: "file"))
  var measured: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Ignore measured levels below this; by default 6 dB above the noise if the table contains it.",
      valueName: "dBm"))
  var measuredFloor: Double?

  @Flag(
    help:
      """
      Write a map calibrated by these levels: an offset, and a local correction where held-out levels show a \
      gain. The gain is reported.
      """
  )
  var calibrate = false

  func validate() throws {
    try require(!calibrate || measured != nil, "--calibrate requires --measured.")
    try require(measuredFloor == nil || measured != nil, "--measured-floor requires --measured.")
    try require("--measured-floor", measuredFloor, in: -300...300, "dBm")
  }

  /// Reads the measurement file.
  ///
  /// - Returns: The points, or nil if no file is given.
  func points() throws(CommandFailure) -> MeasuredPoints? {
    guard let measured else { return nil }
    let bytes = try FileError.asFailure(FileContent.start(path: measured, limit: MeasuredFile.byteLimit))
    return try TerrainFormatError.asFailure(ofFile: measured, MeasuredFile.points(bytes.span))
  }

  /// Compares measured points with a map of levels.
  ///
  /// - Returns: The lines to print.
  func lines(_ points: MeasuredPoints, _ levels: MapGrid) -> [String] {
    let floor = floor(points)
    let residuals = CoverageResiduals(points, floor: floor) { levels.value(at: $0).map { Int($0) } }
    func decibels(_ value: Double) -> String {
      let hundredths = Int(saturating: (value.magnitude * 100).rounded())
      let tail = hundredths % 100
      return "\(value < 0 && hundredths > 0 ? "-" : "")\(hundredths / 100).\(tail < 10 ? "0" : "")\(tail) dB"
    }
    let isAny = residuals.count > 0
    let skipped = points.skippedCount > 0 ? ", \(points.skippedCount) rows without a place" : ""
    return Output.table([
      (measured ?? "", "\(points.count) points, \(points.levelCount) with a level\(skipped)"),
      ("within the map", "\(residuals.count)"),
      ("measured less modelled, mean", isAny ? decibels(residuals.biasDecibels) : nil),
      ("standard deviation", isAny ? decibels(residuals.deviationDecibels) : nil),
      ("RMSE", isAny ? decibels(residuals.rootMeanSquareDecibels) : nil),
      ("left out, outside the map", "\(residuals.outsideCount)"),
      (
        "left out, below \(floor.map { decibels(Double($0) / 100) } ?? "")m",
        floor == nil ? nil : "\(residuals.belowCount)"
      ),
    ])
  }

  /// Returns a calibration of a map of levels, derived from measured points.
  func calibration(
    _ points: MeasuredPoints, _ levels: MapGrid
  ) throws(CommandFailure) -> CoverageCalibration {
    let made = CoverageCalibration(points, floor: floor(points)) { levels.value(at: $0).map { Int($0) } }
    guard let made else {
      throw CommandFailure(
        .data, "the map cannot be calibrated: no point with a level to compare lies within it")
    }
    return made
  }

  private func floor(_ points: MeasuredPoints) -> Int? {
    measuredFloor.map { Int(saturating: ($0 * 100).rounded()) } ?? points.floor
  }
}
