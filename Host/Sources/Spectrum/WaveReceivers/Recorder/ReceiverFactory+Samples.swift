public import WaveSpectra
public import WaveSystem
import WaveUnits

extension ReceiverFactory {
  /// Opens a source of samples: `demo:?rate=2.4M`, `rtltcp://HOST:PORT?rate=2.4M`, `file:PATH?rate=2.4M` or a
  /// plain path.
  ///
  /// - Parameters:
  ///   - argument: The user's argument.
  ///   - rateHertz: The sample rate in hertz if neither a file nor the argument specifies it.
  ///   - centerHertz: The radio frequency that corresponds to 0 Hz in the samples, if neither a file nor the
  ///     argument specifies it.
  ///   - format: The format of raw samples in a file if the argument does not specify it; nil to use the
  ///     format indicated by the file's name.
  /// - Returns: A source that has not been started.
  /// - Throws: `ReceiverError`, which describes the correct form of the argument.
  public static func openSamples(
    _ argument: SourceArgument, rateHertz: Double? = nil, centerHertz: Double? = nil, format: IQFormat? = nil
  ) async throws(ReceiverError) -> any SampleSource {
    let reader = ArgumentReader<ReceiverError>(argument)
    switch argument.scheme {
    case .demo where argument.path.isEmpty:
      try reader.allow(["seed", "rate", "frequency"])
      return DemoSamples(
        seed: UInt64(saturating: try reader.number("seed", in: 0...9e15) ?? 1),
        rateHertz: try reader.number("rate", in: 1000...2e7) ?? rateHertz ?? 2_400_000,
        centerHertz: try reader.number("frequency", in: 0...1e12) ?? centerHertz ?? 99_500_000)
    case .rtltcp:
      let receiver = try RTLTCPArgument(argument)
      return RTLTCPReceiver(host: receiver.host, port: receiver.port, settings: receiver.settings)
    case .pipe: throw .pipeNotRecorded(argument: argument.text)
    case .file:
      try reader.allow(["rate", "frequency", "format"])
      return try FileSamples(
        path: argument.path, rateHertz: try reader.number("rate", in: 1...1e11) ?? rateHertz,
        centerHertz: try reader.number("frequency", in: 0...1e12) ?? centerHertz,
        format: try settings(reader).format ?? format)
    default: throw .noSpectrum(place: argument.place)
    }
  }
}
