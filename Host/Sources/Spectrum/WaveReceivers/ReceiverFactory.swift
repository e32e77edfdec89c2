import WaveRadioFormats
import WaveSignal
import WaveSpectra
public import WaveSystem
import WaveUnits

/// Opens receivers and recordings that are given as command-line arguments.
public enum ReceiverFactory {
  /// The argument schemes for receivers, in addition to `demo:` and `file:`.
  public static let schemes: [SourceScheme] = [.rtltcp, .pipe]

  /// Opens a source such as `demo:`, `demo:?seed=7`, `rtltcp://host:1234?rate=2.4M`, `file:PATH?speed=20`,
  /// `-` or a plain path.
  ///
  /// - Parameter argument: The user's argument.
  /// - Returns: A source that has not been started.
  /// - Throws: `ReceiverError`, which describes the correct form of the argument.
  public static func open(_ argument: SourceArgument) async throws(ReceiverError) -> any SpectrumSource {
    let reader = ArgumentReader<ReceiverError>(argument)
    switch argument.scheme {
    case .demo where argument.path.isEmpty:
      try reader.allow(["seed"])
      return DemoSource(seed: UInt64(saturating: try reader.number("seed", in: 0...9e15) ?? 1))
    case .rtltcp: return try RTLTCPSource(argument)
    case .pipe: return try pipe(reader)
    case .file:
      try reader.allow([
        "speed", "format", "rate", "frequency", "fft", "window", "offset", "channel", "verify",
      ])
      return try PlaybackSource(
        path: argument.path, speed: try reader.number("speed", in: 0...1e6), settings: try settings(reader))
    default: throw .noSpectrum(place: argument.place)
    }
  }

  /// Returns whether a file is a text log from rtl_power or hackrf_sweep, compressed with gzip or not.
  public static func isPowerLog(path: String) -> Bool {
    guard let content = try? FileContent(path: path),
      let first = try? content.start(count: RadioFileKind.probeBytes)
    else { return false }
    // Only the content is examined, because a power log can have any name.
    return (try? RadioFileKind.detect(first: first.span, name: [])) == .rtlPower
  }

  /// Returns the address of the receiver in an argument; nil if the receiver is not behind rtl_tcp.
  ///
  /// - Parameter argument: The user's argument.
  /// - Returns: The host and port; nil for other sources.
  /// - Throws: `ReceiverError`, which describes the correct form of the argument.
  public static func address(of argument: SourceArgument) throws(ReceiverError) -> NetworkAddress? {
    guard argument.scheme == .rtltcp else { return nil }
    return try RTLTCPArgument(argument).address
  }

  /// Opens standard input: `-`, `-?kind=rtl_power`, `-?format=cu8&rate=2.4M&frequency=99.5M`.
  private static func pipe(
    _ reader: ArgumentReader<ReceiverError>
  ) throws(ReceiverError) -> any SpectrumSource {
    try reader.allow(["kind", "format", "rate", "frequency", "fft", "window", "offset"])
    guard !PipeInput.standard.isTerminal else { throw .nothingPiped }
    let kinds = ["rtl_power", "hackrf_sweep"]
    if let kind = reader["kind"], !kinds.contains(kind) { throw .unknownPipeKind(kind, known: kinds) }
    let settings = try settings(reader)
    let given = reader["rate"] ?? reader["frequency"]
    if settings.format == nil, given != nil { throw .pipeFormatMissing }
    if settings.format != nil, reader["rate"] == nil {
      throw .pipeRateMissing(format: reader["format"] ?? "cu8")
    }
    return try PipeSource(input: .standard, format: settings.format, settings: settings)
  }

  /// Returns the settings that an argument specifies for a sample file.
  ///
  /// - Parameter reader: The reader of the argument.
  /// - Returns: The settings, with defaults for those that the argument does not specify.
  /// - Throws: `ReceiverError` for values out of range.
  static func settings(_ reader: ArgumentReader<ReceiverError>) throws(ReceiverError) -> SampleSettings {
    var settings = SampleSettings()
    if let name = reader["format"] {
      settings.format = IQFormat(name: name)
      guard settings.format != nil else { throw .unknownFormat(name, place: reader.argument.path) }
    }
    if let rate = try reader.number("rate", in: 1...1e11) { settings.rateHertz = rate }
    if let center = try reader.number("frequency", in: 0...1e12) { settings.centerHertz = center }
    settings.fftCount = try reader.number("fft", in: 64...Double(FFT.countMax)).map { Int(saturating: $0) }
    settings.offsetDecibels = try reader.number("offset", in: -200...200)
    settings.channel = Int(saturating: try reader.number("channel", in: 0...4095) ?? 0)
    if let verify = reader["verify"] {
      guard ["yes", "no"].contains(verify) else { throw .invalidVerify(verify, place: reader.argument.path) }
      settings.verifies = verify == "yes"
    }
    if let name = reader["window"] {
      guard let window = WindowFunction(name: Array(name.utf8)) else {
        throw .unknownWindow(name, place: reader.argument.path)
      }
      settings.window = window
    }
    return settings
  }
}

extension SourceScheme {
  /// The scheme for a receiver behind an rtl_tcp server.
  static let rtltcp = SourceScheme(
    prefix: "rtltcp://", shownPrefix: "",
    path: .required(missing: "no host", advice: "Write " + RTLTCPArgument.example))
  /// The scheme for standard input.
  static let pipe = SourceScheme(
    prefix: "stdin:", shorthand: "-", shownPrefix: "-",
    path: .refused(what: "standard input takes no path", advice: "Write - or -?format=cu8&rate=2.4M"))
}
