import ArgumentParser
import Foundation
import WaveDisplay
import WavePictures
import WaveReceivers
import WaveSpectrum
import WaveSpectrumWire
import WaveSystem
import WaveUnits
import WaveWire

/// `waveglass render`: renders a recording as a picture.
struct RenderCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw a recording as a client would show it at its end.",
    discussion: """
      The spectrum shows the last row and the maximum of all rows before it, the waterfall the whole \
      recording or its last --period, and the meter the last value.

      EXAMPLES
        waveglass render fm.csv.gz --mode waterfall -o fm.png
        waveglass render band.cu8 --rate 2.4M --frequency 99.5M --mode spectrum --size 390x844@3 -o band.png
        waveglass render band.cu8 --rate 2.4M --frequency 99.5M --low 99.4999M --high 99.5001M -o carrier.png
      """)

  /// The view of the recording to draw.
  enum Mode: String, ExpressibleByArgument, CaseIterable {
    case spectrum, waterfall, meter

    var view: ViewMode {
      switch self {
      case .spectrum: .spectrum
      case .waterfall: .waterfall
      case .meter: .meter
      }
    }
  }

  @Argument(help: ArgumentHelp("A recording.", valueName: "file"))
  var file: String

  @Option(help: "What to draw: spectrum, waterfall or meter.")
  var mode = Mode.spectrum

  @Option(help: ArgumentHelp("Width and height in points, and pixels per point.", valueName: "WxH@S"))
  var size = PictureSize(width: 1024, height: 768, scale: 2)

  @Option(
    help: ArgumentHelp("Seconds of playback from top to bottom of the waterfall.", valueName: "seconds"))
  var period: Double?

  @Option(help: ArgumentHelp("Recorded seconds per second of playback.", valueName: "factor"))
  var speed: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Lower edge of the band to show, such as 99.4M.", valueName: "hertz")
  )
  var low: SINumber?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Upper edge of the band to show, such as 99.6M.", valueName: "hertz")
  )
  var high: SINumber?

  @Flag(help: "Draw on a light background.")
  var light = false

  @Option(name: [.short, .long], help: ArgumentHelp("The PNG file to write.", valueName: "picture"))
  var output: String

  @OptionGroup var samples: SampleOptions

  func validate() throws {
    try require("The period", period, in: 2...720, "seconds, for example 60")
    try require(
      speed, where: { $0 > 0 && $0.isFinite }, "The speed must be above zero, for example 20.")
    try require(
      (low == nil) == (high == nil) && band.map({ $0.width > 0 }) ?? true,
      "--low and --high must be given together, and --low must be lower, for example 99.4M and 99.6M.")
  }

  func perform() throws(CommandFailure) {
    let scene = try ReceiverError.asFailure(ofFile: file, self.scene())
    try CommandFailure.converting(
      { (error: PictureError) in CommandFailure(.inputOutput, error.description) },
      PicturePlayer.png(of: scene, path: output))
  }

  private func scene() throws(ReceiverError) -> DrawScene {
    try SourceOpening.refuseSignals(path: file, format: samples.format)
    let speed = if let speed { speed } else { try Self.speed(file, samples) }
    var playback = try Playback(path: file, speed: speed, settings: samples.settings)
    var notes = playback.notices.map { String(decoding: $0.text, as: UTF8.self) }
    if playback.isRateUnknown {
      notes.insert("the sample rate is unknown, so frequencies are fractions of it; give --rate", at: 0)
    }
    for note in notes { FileHandle.standardError.write(Data("note: \(note)\n".utf8)) }
    let picture = StillPicture(
      mode: mode.view, width: Float(size.width) * size.scale, height: Float(size.height) * size.scale,
      scale: size.scale, periodSeconds: period, isDark: !light, advances: Self.advances, band: band)
    return try picture.scene(of: &playback)
  }

  private var band: Band? {
    guard let low, let high else { return nil }
    return Band(low: low.value, high: high.value)
  }

  /// The character widths of Cairo's font.
  ///
  /// If Cairo fails, monospaced widths are used, which place labels further apart.
  private static var advances: TextAdvances {
    do throws(PictureError) { return try PicturePlayer.advances() } catch { return .monospaced }
  }

  /// Returns a playback speed that stretches short recordings of samples to five seconds; nil for the
  /// default.
  private static func speed(_ file: String, _ samples: SampleOptions) throws(ReceiverError) -> Double? {
    let info = try Playback(path: file, settings: samples.settings).info
    guard info.rowSeconds < 0.5, info.durationSeconds < 5 else { return nil }
    return Swift.max(0.01, info.durationSeconds / 5)
  }
}

/// A size in points with the number of pixels per point, such as 390x844@3.
struct PictureSize {
  var width: Int
  var height: Int
  var scale: Float
}

extension PictureSize: ExpressibleByArgument {
  init?(argument: String) {
    let parts = argument.split(separator: "@", omittingEmptySubsequences: false)
    let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count <= 2, sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]),
      let scale = parts.count == 2 ? Float(parts[1]) : 1, (100...8192).contains(width),
      (100...8192).contains(height), scale >= 0.5, scale <= 4
    else { return nil }
    self.init(width: width, height: height, scale: scale)
  }

  /// The size as a user would type it, for the default value in `--help`.
  var defaultValueDescription: String { "\(width)x\(height)@\(Int(saturating: scale))" }
}
