import ArgumentParser
import Foundation
import WaveSystem
import WaveTerrainFormats
import WavePropagation

/// Options for a transmitter's radiated power and its antenna.
struct RadiationOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Radiated power; writes the received level, not the loss.", valueName: "dBm"))
  var eirp: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Power of the transmitter, instead of --eirp.", valueName: "dBm"))
  var power: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --power, gain of the antenna; by default that in the antenna's file, or 0.",
      valueName: "dBi"))
  var gain: Double?

  @Option(help: ArgumentHelp("With --power, loss in cables and filters.", valueName: "dB"))
  var loss: Double?

  @Option(
    help: ArgumentHelp(
      """
      Antenna pattern: an .msi or .pln file, or a SPLAT! .az or .el file with the other one beside it.
      """,
      valueName: "file"))
  var antenna: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Bearing of the antenna, in degrees clockwise from north; by default that in its file.",
      valueName: "degrees"))
  var bearing: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Mechanical downtilt of the antenna, at its bearing.", valueName: "degrees"))
  var tilt: Double?

  /// The maximum size of an antenna file, in bytes.
  static let byteLimit = 1 << 20

  func validate() throws {
    try require("--eirp", eirp, in: -150...150, "dBm")
    try require("--power", power, in: -150...150, "dBm")
    try require(
      eirp == nil || power == nil,
      "--eirp is the radiated power, --power the output of the transmitter: give one of them.")
    try require(power != nil || (gain == nil && loss == nil), "--gain and --loss require --power.")
    try require("--gain", gain, in: -100...100, "dBi")
    try require("--loss", loss, in: 0...200, "dB")
    try require(
      antenna == nil || eirp != nil || power != nil,
      "--antenna changes the received level: also give --eirp or --power.")
    try require(antenna != nil || (bearing == nil && tilt == nil), "--bearing and --tilt require --antenna.")
    try require(
      bearing, where: { $0.magnitude <= 360 },
      "--bearing must be from 0 to 360 degrees clockwise from north.")
    try require("--tilt", tilt, in: -90...90, "degrees")
  }

  /// Returns the power radiated in the antenna's main direction in dBm, or nil if the map contains losses.
  func radiated(by file: AntennaFile?) -> Double? {
    if let eirp { return eirp }
    guard let power else { return nil }
    return RadiatedPower(
      powerDecibelMilliwatts: power, gainDecibels: gain ?? file?.pattern.gainDecibels ?? 0,
      lossDecibels: loss ?? 0
    ).equivalentDecibelMilliwatts
  }

  /// Returns the antenna with the bearing and tilt given by the options, or by its file if no option is
  /// given.
  func mounted(_ file: AntennaFile) -> MountedAntenna {
    MountedAntenna(
      file.pattern, bearingDegrees: bearing ?? file.bearingDegrees,
      tiltDegrees: tilt ?? file.tiltDegrees,
      tiltBearingDegrees: tilt == nil ? file.tiltBearingDegrees : nil)
  }

  /// Reads the antenna from its file or pair of files, or returns nil if none is given.
  func antennaFile() throws(CommandFailure) -> AntennaFile? {
    guard let antenna else { return nil }
    let ending = (antenna as NSString).pathExtension.lowercased()
    guard ending == "az" || ending == "el" else {
      let bytes = try Self.bytes(of: antenna)
      return try TerrainFormatError.asFailure(ofFile: antenna, MSIPattern.antenna(bytes.span))
    }
    let base = (antenna as NSString).deletingPathExtension
    let other = base + (ending == "az" ? ".el" : ".az")
    let given = try Self.bytes(of: antenna)
    var beside: [UInt8]?
    if FileManager.default.fileExists(atPath: other) { beside = try Self.bytes(of: other) }
    let azimuth: [UInt8]? = ending == "az" ? given : beside
    let elevation: [UInt8]? = ending == "az" ? beside : given
    // The files are read one after the other, so that an error names the right file.
    _ = try TerrainFormatError.asFailure(
      ofFile: base + ".az", SPLATPattern.antenna(azimuth: azimuth, elevation: nil))
    return try TerrainFormatError.asFailure(
      ofFile: base + ".el", SPLATPattern.antenna(azimuth: azimuth, elevation: elevation))
  }

  private static func bytes(of path: String) throws(CommandFailure) -> [UInt8] {
    try FileError.asFailure(FileContent.whole(path: path, limit: byteLimit))
  }
}
