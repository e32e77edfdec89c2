import WaveRadioFormats
import WaveUnits

/// What stands behind `rtltcp://` on the command line.
struct RTLTCPArgument: Equatable, Sendable {
  /// The port that rtl_tcp listens on by default.
  static let port = 1234
  /// What may stand behind the question mark.
  static let parameters = ["rate", "frequency", "tunergain", "ppm", "biastee", "agc"]

  let host: String
  let port: Int
  let settings: RTLTCPSettings

  init(_ argument: SourceArgument) throws(DeviceError) {
    try argument.allow(Self.parameters)
    var address = argument.path[...]
    while address.last == "/" { address.removeLast() }
    var port = Self.port
    // The last colon, unless it is one within an IPv6 address.
    if let colon = address.lastIndex(of: ":"), !address[colon...].contains("]") {
      guard let number = Int(address[address.index(after: colon)...]), (1...65_535).contains(number) else {
        throw DeviceError(
          what: "\(address[colon...]) is no port", place: argument.path, advice: "Write rtltcp://host:1234")
      }
      port = number
      address = address[..<colon]
    }
    if address.hasPrefix("["), address.hasSuffix("]") { address = address.dropFirst().dropLast() }
    guard !address.isEmpty else {
      throw DeviceError(what: "no host", place: "rtltcp://", advice: "Write rtltcp://host:1234")
    }
    host = String(address)
    self.port = port
    var settings = RTLTCPSettings()
    if let rate = try argument.number("rate", in: 1...1e9) {
      settings.rateHertz = UInt32(saturating: rate.rounded())
      guard RTLTCPRate.isValid(settings.rateHertz) else {
        throw DeviceError(
          what: "a rate of \(settings.rateHertz) Hz", place: argument.path,
          advice: "Give rate= from 225001 to 300000 or from 900001 to 3200000, such as 2.4M")
      }
    }
    if let frequency = try argument.number("frequency", in: 1e5...4.29e9) {
      settings.frequencyHertz = UInt32(saturating: frequency.rounded())
    }
    if argument.parameters["tunergain"] != "auto" {
      let gain = try argument.number("tunergain", in: -20...100)
      settings.tunerGain = gain.map { Int32(saturating: ($0 * 10).rounded()) }
    }
    let limit = RTLTCPControls.correctionLimit
    settings.correction = Int32(saturating: (try argument.number("ppm", in: -limit...limit) ?? 0).rounded())
    settings.isBiasTeeOn = try Self.flag("biastee", argument)
    settings.isConverterGainOn = try Self.flag("agc", argument)
    self.settings = settings
  }

  private static func flag(_ name: String, _ argument: SourceArgument) throws(DeviceError) -> Bool {
    switch argument.parameters[name] {
    case "on": return true
    case nil, "off": return false
    case let other?:
      throw DeviceError(
        what: "\(name)=\(other) is neither on nor off", place: argument.path, advice: "Write \(name)=on")
    }
  }
}
