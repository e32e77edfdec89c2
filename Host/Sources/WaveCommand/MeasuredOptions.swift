import ArgumentParser
import WaveFiles
import WaveFormats
import WavePropagation

/// What was measured, to be compared with a map.
struct MeasuredOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Compare levels measured at places, a table (CSV) or GPX, with the map; needs --eirp or --power.",
      valueName: "file"))
  var measured: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Leave measured levels below this out; 6 dB above the noise where the table tells it.",
      valueName: "dBm"))
  var measuredFloor: Double?

  func validate() throws {
    guard let measuredFloor else { return }
    guard measured != nil else { throw ValidationError("--measured-floor goes with --measured.") }
    guard measuredFloor.magnitude <= 300 else {
      throw ValidationError("--measured-floor is -300 to 300 dBm.")
    }
  }

  /// Compares a file with a map of levels.
  ///
  /// - Returns: What is written; nothing where there is no file.
  func lines(_ levels: MapGrid) throws(CommandFailure) -> [String] {
    guard let measured else { return [] }
    let points = try Self.points(of: measured)
    let floor = measuredFloor.map { Int(($0 * 100).rounded()) } ?? points.floor
    let residuals = CoverageResiduals(points, floor: floor) { place in
      levels.value(at: place).map { Int($0) }
    }
    return Self.lines(residuals, points, floor: floor, name: measured)
  }

  private static func points(of path: String) throws(CommandFailure) -> MeasuredPoints {
    var bytes: [UInt8] = []
    do throws(FileError) {
      try FileContent(path: path).read(limit: MeasuredFile.byteLimit) { piece in
        bytes += piece
        return bytes.count <= MeasuredFile.byteLimit
      }
    } catch {
      throw CommandFailure(error)
    }
    do throws(FormatError) { return try MeasuredFile.points(bytes.span) } catch {
      throw CommandFailure(code: .data, message: "\(path): \(error)")
    }
  }

  private static func lines(
    _ residuals: CoverageResiduals, _ points: MeasuredPoints, floor: Int?, name: String
  ) -> [String] {
    func decibels(_ value: Double) -> String {
      let hundredths = Int((value.magnitude * 100).rounded())
      let tail = hundredths % 100
      return "\(value < 0 && hundredths > 0 ? "-" : "")\(hundredths / 100).\(tail < 10 ? "0" : "")\(tail) dB"
    }
    let isAny = residuals.count > 0
    let skipped = points.skippedCount > 0 ? ", \(points.skippedCount) rows without a place" : ""
    return Output.table([
      (name, "\(points.count) points, \(points.levelCount) with a level\(skipped)"),
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
}
