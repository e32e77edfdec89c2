import WaveRadioFormats
import WaveSystem
import WaveUnits

/// A parsed `rtltcp://` argument from the command line.
struct RTLTCPArgument: Equatable, Sendable {
  /// The default port of rtl_tcp.
  static let port = 1234
  /// An example of the argument, for error messages.
  static let example = "rtltcp://host:1234"
  /// The parameters that are allowed after the question mark.
  static let parameters = ["rate", "frequency", "tunergain", "ppm", "biastee", "agc"]

  let address: NetworkAddress
  let settings: RTLTCPSettings

  var host: String { address.host }
  var port: Int { address.port }

  init(_ argument: SourceArgument) throws(ReceiverError) {
    let reader = ArgumentReader<ReceiverError>(argument)
    try reader.allow(Self.parameters)
    address = try reader.address(argument.path[...], port: Self.port, example: Self.example)
    guard !address.host.isEmpty else { throw .argument(.noHost(place: "rtltcp://", example: Self.example)) }
    var settings = RTLTCPSettings()
    if let rate = try reader.number("rate", in: 1...1e9) {
      settings.rateHertz = UInt32(saturating: rate.rounded())
      guard RTLTCPRate.isValid(settings.rateHertz) else {
        throw .receiverRate(hertz: settings.rateHertz, place: argument.path)
      }
    }
    if let frequency = try reader.number("frequency", in: 1e5...4.29e9) {
      settings.frequencyHertz = UInt32(saturating: frequency.rounded())
    }
    if reader["tunergain"] != "auto" {
      let gain = try reader.number("tunergain", in: -20...100)
      settings.tunerGain = gain.map { Int32(saturating: ($0 * 10).rounded()) }
    }
    let limit = RTLTCPControls.correctionLimit
    settings.correction = Int32(saturating: (try reader.number("ppm", in: -limit...limit) ?? 0).rounded())
    settings.isBiasTeeOn = try Self.flag("biastee", reader)
    settings.isConverterGainOn = try Self.flag("agc", reader)
    self.settings = settings
  }

  private static func flag(
    _ name: String, _ reader: ArgumentReader<ReceiverError>
  ) throws(ReceiverError) -> Bool {
    switch reader[name] {
    case "on": return true
    case nil, "off": return false
    case let other?: throw .invalidSwitch(name: name, value: other, place: reader.argument.path)
    }
  }
}
