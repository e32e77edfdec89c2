import WaveReceivers
import WaveSensorSources
import WaveSpectra
import WaveSystem

/// The reason why a source cannot be opened, as reported by the module that opens it.
enum SourceFailure: SourceError {
  case argument(SourceArgumentError)
  case receiver(ReceiverError)
  case sensor(SensorSourceError)

  var explanation: Explanation {
    switch self {
    case .argument(let error): error.explanation
    case .receiver(let error): error.explanation
    case .sensor(let error): error.explanation
    }
  }
}

/// Opens sources of spectra and sensor streams from command-line arguments.
enum SourceOpening {
  /// Opens a receiver, a sensor, or a recording of either.
  ///
  /// A file is opened as a sensor recording if its content has a sensor format, and otherwise as a receiver's
  /// recording.
  ///
  /// - Parameters:
  ///   - argument: The source as the user wrote it.
  ///   - listening: The default address on which a source listens for pushed data, used if the argument
  ///     specifies none.
  /// - Returns: The source, not yet started.
  /// - Throws: `SourceFailure`, which includes advice on a valid argument.
  static func open(
    _ argument: String, listening: String = SensorFactory.loopback
  ) async throws(SourceFailure) -> OpenedSource {
    let argument = try parsed(argument)
    if let sensor = try SourceFailure.converting(
      SourceFailure.sensor, SensorFactory.open(argument, listening: listening))
    {
      return .sensor(sensor)
    }
    do throws(ReceiverError) { return .spectrum(try await ReceiverFactory.open(argument)) } catch {
      throw .receiver(error)
    }
  }

  /// Opens a source of samples to record.
  ///
  /// - Parameters:
  ///   - argument: The source as the user wrote it.
  ///   - rateHertz: The sample rate, used if neither the file nor the argument specifies it.
  ///   - centerHertz: The centre frequency, used if neither the file nor the argument specifies it.
  ///   - format: The format of raw samples, used if the argument does not specify it; nil to derive the
  ///     format from the file's name.
  /// - Returns: The source, not yet started.
  /// - Throws: `SourceFailure`, which includes advice on a valid argument.
  static func samples(
    _ argument: String, rateHertz: Double? = nil, centerHertz: Double? = nil, format: IQFormat? = nil
  ) async throws(SourceFailure) -> any SampleSource {
    let argument = try parsed(argument)
    do throws(ReceiverError) {
      return try await ReceiverFactory.openSamples(
        argument, rateHertz: rateHertz, centerHertz: centerHertz, format: format)
    } catch { throw .receiver(error) }
  }

  /// Throws an error if a file contains sensor signals, which have no spectrum.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - format: The format of raw samples; nil if the user did not specify one.
  /// - Throws: `ReceiverError` if the file has the signature of a sensor format.
  static func refuseSignals(path: String, format: IQFormat?) throws(ReceiverError) {
    guard SignalFile.isMarked(path: path) else { return }
    throw format == nil ? .sensorSignals(path: path) : .formatNotNeeded(path: path)
  }

  /// Returns the network address of a receiver or sensor, or nil if the source has none.
  ///
  /// - Throws: `SourceFailure`, which includes advice on a valid argument.
  static func address(
    of argument: String
  ) throws(SourceFailure) -> (address: NetworkAddress, isReceiver: Bool)? {
    let argument = try parsed(argument)
    if let address = try SourceFailure.converting(
      SourceFailure.receiver, ReceiverFactory.address(of: argument))
    {
      return (address, true)
    }
    return try SourceFailure.converting(SourceFailure.sensor, SensorFactory.address(of: argument))
      .map { ($0, false) }
  }

  private static func parsed(_ argument: String) throws(SourceFailure) -> SourceArgument {
    try SourceFailure.converting(SourceFailure.argument, SourceArgument(argument))
  }
}

extension SourceArgument {
  /// Creates a source from the argument that the user wrote.
  ///
  /// - Throws: `SourceArgumentError` if the argument is not a valid source.
  init(_ argument: String) throws(SourceArgumentError) {
    try self.init(
      argument,
      syntax: SourceSyntax(
        schemes: ReceiverFactory.schemes + SensorFactory.schemes,
        demonstrations: SensorFactory.demonstrations,
        advice: "Write demo:, rtltcp://HOST:PORT, lines:DEVICE or file:PATH, or the path of a recording",
        demonstrationAdvice: "Write demo: or demo:?seed=7 for a receiver, demo:"
          + SensorFactory.demonstrations.joined(separator: ", demo:") + " for sensors"))
  }
}
