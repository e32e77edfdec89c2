import WaveSystem
import WaveRadioFormats
import WaveSensorsWire
public import WaveSignal
public import WaveSpectra
import WaveUnits
import WaveWire

/// A source of either kind, opened and not started.
public enum OpenedSource: Sendable {
  /// What makes rows of power.
  case spectrum(any SpectrumSource)
  /// What makes streams of samples.
  case sensor(any SensorSource)
}

extension OpenedSource {
  /// What to set at a device so that something comes, and whether that is a secret; nil where nothing is to be set.
  public var instruction: (text: String, isSecret: Bool)? {
    guard case .sensor(let sensor) = self, let source = sensor as? SensorLoggerSource else { return nil }
    return ("Sensor Logger's Push URL is \(source.pushURL)", source.hasMadeToken)
  }
}

/// Opens sources by what stands on the command line.
public enum SourceFactory {
  /// The address that only this machine reaches.
  public static let loopback = "127.0.0.1"

  /// Opens what `open` does, and sources of streams: `demo:ecg`, `demo:imu`, `demo:streams?count=64&rate=1k`, files of signals,
  /// folders of them,
  /// `lines:/dev/ttyUSB0?baud=115200`, `lines:tcp://host:port`, `lines:udp://:port`, `lines:-`.
  ///
  /// - Parameters:
  ///   - argument: What the user wrote.
  ///   - listening: The address that sources listen at which are pushed to, where the argument has none.
  /// - Returns: A source, not started.
  /// - Throws: `DeviceError` with what to write instead.
  public static func openAny(
    _ argument: String, listening: String = SourceFactory.loopback
  ) async throws(DeviceError) -> OpenedSource {
    let parsed = try SourceArgument(argument)
    if parsed.scheme == .file, RecordingShelf.isFolder(parsed.path) {
      try parsed.allow(["speed"])
      return .sensor(
        try RecordingShelf(path: parsed.path, speed: try parsed.number("speed", in: 0...1e6) ?? 1))
    }
    if parsed.scheme == .file, SignalFile.isRecording(path: parsed.path) {
      try parsed.allow(["speed", "rate"])
      let file = try SignalFile(path: parsed.path, rateHertz: try parsed.number("rate", in: 1e-3...1e9))
      return .sensor(try SignalPlayer(file, speed: try parsed.number("speed", in: 0...1e6) ?? 1))
    }
    if let source = try sensor(parsed, listening: listening) { return .sensor(source) }
    guard parsed.scheme == .demo, !parsed.path.isEmpty else { return .spectrum(try await open(argument)) }
    switch parsed.path {
    case "streams":
      try parsed.allow(["count", "rate"])
      let count = try parsed.number("count", in: 1...Double(WireLimits.channels)) ?? 13
      let rate = try parsed.number("rate", in: 1...100_000) ?? 1000
      return .sensor(
        SimulatedSensors(.streams(count: Int(saturating: count), rateHertz: Int(saturating: rate))))
    default:
      try parsed.allow(["seed"])
      let seed = UInt64(saturating: try parsed.number("seed", in: 0...9e15) ?? 1)
      return .sensor(SimulatedSensors(parsed.path == "imu" ? .motion(seed: seed) : .ecg(seed: seed)))
    }
  }

  /// Opens `demo:`, `demo:?seed=7`, `rtltcp://host:1234?rate=2.4M`, `file:PATH?speed=20`, `-` or a plain
  /// path.
  ///
  /// - Parameter argument: What the user wrote.
  /// - Returns: A source, not started.
  /// - Throws: `DeviceError` with what to write instead.
  public static func open(_ argument: String) async throws(DeviceError) -> any SpectrumSource {
    let parsed = try SourceArgument(argument)
    try parsed.refuseStreams()
    switch parsed.scheme {
    case .demo, .lines, .mqtt, .phyphox, .sensorLogger:
      try parsed.allow(["seed"])
      let seed = try parsed.number("seed", in: 0...9e15)
      return DemoSource(seed: UInt64(saturating: seed ?? 1))
    case .rtltcp: return try RTLTCPSource(parsed)
    case .pipe: return try pipe(parsed)
    case .file:
      try parsed.allow([
        "speed", "format", "rate", "frequency", "fft", "window", "offset", "channel", "verify",
      ])
      return try PlaybackSource(
        path: parsed.path, speed: try parsed.number("speed", in: 0...1e6), settings: try settings(parsed))
    }
  }

  /// Whether a file is a log of rtl_power or hackrf_sweep, behind gzip or not.
  public static func isPowerLog(path: String) -> Bool {
    guard let content = try? FileContent(path: path),
      let first = try? content.start(count: RadioFileKind.probeBytes)
    else { return false }
    // A log is one whatever its name.
    return (try? RadioFileKind.detect(first: first.span, name: [])) == .rtlPower
  }

  /// Opens a live sensor; nil where the argument is something else.
  private static func sensor(
    _ parsed: SourceArgument, listening: String
  ) throws(DeviceError) -> (any SensorSource)? {
    switch parsed.scheme {
    case .lines: try LineSource(parsed, listening: listening)
    case .mqtt: try LineSource(mqtt: parsed)
    case .phyphox: try PhyphoxSource(parsed)
    case .sensorLogger: try SensorLoggerSource(parsed, listening: listening)
    case .demo, .file, .rtltcp, .pipe: nil
    }
  }

  /// Where the receiver of an argument is, where it is one behind rtl_tcp.
  ///
  /// - Parameter argument: What the user wrote.
  /// - Returns: Host and port; nil for other sources.
  /// - Throws: `DeviceError` with what to write instead.
  public static func receiverAddress(
    _ argument: String
  ) throws(DeviceError) -> (host: String, port: Int)? {
    let parsed = try SourceArgument(argument)
    guard parsed.scheme == .rtltcp else { return nil }
    let receiver = try RTLTCPArgument(parsed)
    return (receiver.host, receiver.port)
  }

  /// Where a source of sensors connects to: a bridge to a serial port, a broker, a phone.
  ///
  /// - Parameter argument: What the user wrote.
  /// - Returns: Host and port; nil for other sources.
  /// - Throws: `DeviceError` with what to write instead.
  public static func remoteAddress(_ argument: String) throws(DeviceError) -> (host: String, port: Int)? {
    let parsed = try SourceArgument(argument)
    let address: NetworkAddress
    switch parsed.scheme {
    case .lines where parsed.path.hasPrefix("tcp://"):
      address = try NetworkAddress(parsed.path.dropFirst(6), example: "lines:tcp://host:port")
    case .mqtt:
      let place = parsed.path.prefix { $0 != "/" }
      address = try NetworkAddress(
        place, port: parsed.parameters["tls"] == "yes" ? 8883 : 1883, example: "mqtt://host:1883/topic")
    case .phyphox:
      address = try NetworkAddress(
        parsed.path[...], port: PhyphoxSource.port, example: "phyphox://host:8080")
    default: return nil
    }
    return (address.host, address.port)
  }

  /// Listens to standard input: `-`, `-?kind=rtl_power`, `-?format=cu8&rate=2.4M&frequency=99.5M`.
  private static func pipe(_ parsed: SourceArgument) throws(DeviceError) -> any SpectrumSource {
    try parsed.allow(["kind", "format", "rate", "frequency", "fft", "window", "offset"])
    guard !PipeInput.standard.isTerminal else {
      throw DeviceError(
        what: "nothing is piped into it", place: "-",
        advice: "Write for instance: rtl_power -f 88M:108M:10k -i 1 - | waveglass serve -")
    }
    let kinds = ["rtl_power", "hackrf_sweep"]
    if let kind = parsed.parameters["kind"], !kinds.contains(kind) {
      throw DeviceError(
        what: "unknown kind \"\(kind)\"", place: "-",
        advice: "Give kind= one of \(kinds.joined(separator: ", ")), or format= for samples")
    }
    let settings = try settings(parsed)
    if settings.format == nil,
      parsed.parameters["rate"] != nil || parsed.parameters["frequency"] != nil
    {
      throw DeviceError(
        what: "a rate or frequency, but not how samples are stored", place: "-",
        advice: "Give format=, such as format=cu8")
    }
    if settings.format != nil, parsed.parameters["rate"] == nil {
      throw DeviceError(
        what: "samples without a rate, which does not come with them", place: "-",
        advice: "Give rate=, such as -?format=\(parsed.parameters["format"] ?? "cu8")&rate=2.4M")
    }
    return try PipeSource(input: .standard, format: settings.format, settings: settings)
  }

  /// What an argument says of a file of samples.
  ///
  /// - Parameter argument: The taken apart argument.
  /// - Returns: Settings; what is not told is as usual.
  /// - Throws: `DeviceError` for what is out of range.
  static func settings(_ argument: SourceArgument) throws(DeviceError) -> SampleSettings {
    var settings = SampleSettings()
    if let name = argument.parameters["format"] {
      settings.format = IQFormat(name: name)
      guard settings.format != nil else {
        throw DeviceError(
          what: "unknown format \"\(name)\"", place: argument.path, advice: "Give format= \(IQFormat.names)")
      }
    }
    if let rate = try argument.number("rate", in: 1...1e11) { settings.rateHertz = rate }
    if let center = try argument.number("frequency", in: 0...1e12) { settings.centerHertz = center }
    if let fft = try argument.number("fft", in: 64...Double(FFT.countMax)) {
      settings.fftCount = Int(saturating: fft)
    }
    settings.offsetDecibels = try argument.number("offset", in: -200...200)
    if let channel = try argument.number("channel", in: 0...4095) {
      settings.channel = Int(saturating: channel)
    }
    if let verify = argument.parameters["verify"] {
      guard verify == "yes" || verify == "no" else {
        throw DeviceError(
          what: "verify=\(verify)", place: argument.path, advice: "Write verify=yes or verify=no")
      }
      settings.verifies = verify == "yes"
    }
    if let name = argument.parameters["window"] {
      guard let window = WindowFunction(name: Array(name.utf8)) else {
        throw DeviceError(
          what: "unknown window \"\(name)\"", place: argument.path,
          advice: "Give one of " + WindowFunction.allCases.map { "\($0.name)" }.joined(separator: ", "))
      }
      settings.window = window
    }
    return settings
  }
}

extension IQFormat {
  /// Names that `init(name:)` understands, for people.
  public static let names =
    "cu8, cs8, cu16, cs16, cs32, cf32, cf64, u8, s8, s16, f32, f64 or a datatype of SigMF such as ci16_le"

  /// The format of a name: `cu8`, `cs16`, `f32` and so on as files end in, UHD's `sc16` and `fc32`, or a datatype of SigMF
  /// such as `ri16_le`.
  public init?(name: String) {
    let plain: [String: IQFormat] = [
      "cu8": .cu8, "cs8": .cs8, "cu16": IQFormat(.u16), "cs16": .cs16le, "cs32": IQFormat(.i32),
      "cf32": .cf32le, "cf64": IQFormat(.f64), "sc8": .cs8, "sc16": .cs16le, "fc32": .cf32le,
      "u8": IQFormat(.u8, isReal: true), "s8": IQFormat(.i8, isReal: true),
      "s16": IQFormat(.i16, isReal: true), "f32": IQFormat(.f32, isReal: true),
      "f64": IQFormat(.f64, isReal: true),
    ]
    if let format = plain[name] {
      self = format
    } else if let format = IQFormat(sigMFDatatype: Array(name.utf8)) {
      self = format
    } else {
      return nil
    }
  }
}
