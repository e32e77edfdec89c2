public import WaveSpectra
import WaveUnits

extension SourceFactory {
  /// Opens what gives samples: `demo:?rate=2.4M`, `rtltcp://HOST:PORT?rate=2.4M`, `file:PATH?rate=2.4M` or a plain path.
  ///
  /// - Parameters:
  ///   - argument: What the user wrote.
  ///   - rateHertz: Samples in a second where neither a file nor the argument says.
  ///   - centerHertz: Frequency at zero where neither a file nor the argument says.
  ///   - format: How bare samples of a file are stored where the argument does not say; nil for what its name says.
  /// - Returns: A source, not started.
  /// - Throws: `DeviceError` with what to write instead.
  public static func openSamples(
    _ argument: String, rateHertz: Double? = nil, centerHertz: Double? = nil, format: IQFormat? = nil
  ) async throws(DeviceError) -> any SampleSource {
    let parsed = try SourceArgument(argument)
    try parsed.refuseStreams()
    switch parsed.scheme {
    case .demo, .lines, .mqtt, .phyphox, .sensorLogger:
      try parsed.allow(["seed", "rate", "frequency"])
      return DemoSamples(
        seed: UInt64(saturating: try parsed.number("seed", in: 0...9e15) ?? 1),
        rateHertz: try parsed.number("rate", in: 1000...2e7) ?? rateHertz ?? 2_400_000,
        centerHertz: try parsed.number("frequency", in: 0...1e12) ?? centerHertz ?? 99_500_000)
    case .rtltcp:
      let receiver = try RTLTCPArgument(parsed)
      return RTLTCPReceiver(host: receiver.host, port: receiver.port, settings: receiver.settings)
    case .pipe:
      throw DeviceError(
        what: "what comes over a pipe is not recorded", place: argument,
        advice: "Write it to a file, for instance by tee, and give that")
    case .file:
      try parsed.allow(["rate", "frequency", "format"])
      return try FileSamples(
        path: parsed.path, rateHertz: try parsed.number("rate", in: 1...1e11) ?? rateHertz,
        centerHertz: try parsed.number("frequency", in: 0...1e12) ?? centerHertz,
        format: try settings(parsed).format ?? format)
    }
  }
}
