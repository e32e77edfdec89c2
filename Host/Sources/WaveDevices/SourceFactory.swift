import WaveSignal

/// Opens sources by what stands on the command line.
public enum SourceFactory {
  /// Opens `demo:`, `demo:?seed=7`, `rtltcp://host:1234?rate=2.4M`, `file:PATH?speed=20` or a plain path.
  ///
  /// - Parameter argument: What the user wrote.
  /// - Returns: A source, not started.
  /// - Throws: `DeviceError` with what to write instead.
  public static func open(_ argument: String) async throws(DeviceError) -> any SpectrumSource {
    let parsed = try SourceArgument(argument)
    switch parsed.scheme {
    case .demo:
      try parsed.allow(["seed"])
      let seed = try parsed.number("seed", in: 0...9e15)
      return DemoSource(seed: UInt64(seed ?? 1))
    case .rtltcp: return try RTLTCPSource(parsed)
    case .file:
      try parsed.allow(["speed", "rate", "frequency", "fft", "window", "offset"])
      return try PlaybackSource(
        path: parsed.path, speed: try parsed.number("speed", in: 0...1e6), settings: try settings(parsed))
    }
  }

  /// What an argument says of a file of samples.
  ///
  /// - Parameter argument: The taken apart argument.
  /// - Returns: Settings; what is not told is as usual.
  /// - Throws: `DeviceError` for what is out of range.
  static func settings(_ argument: SourceArgument) throws(DeviceError) -> SampleSettings {
    var settings = SampleSettings()
    if let rate = try argument.number("rate", in: 1...1e11) { settings.rateHertz = rate }
    if let center = try argument.number("frequency", in: 0...1e12) { settings.centerHertz = center }
    if let fft = try argument.number("fft", in: 64...Double(FFT.countMax)) { settings.fftCount = Int(fft) }
    settings.offsetDecibels = try argument.number("offset", in: -200...200)
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
