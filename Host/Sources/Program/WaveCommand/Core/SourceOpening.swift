import WaveReceivers
import WaveSensorSources
import WaveServer
import WaveSignal
import WaveSpectra
import WaveSystem

/// Why a source cannot be opened, from the module that opens it.
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

/// Opens sources of both kinds from command-line arguments.
enum SourceOpening {
  /// Opens receivers, sensors, and recordings of both.
  ///
  /// A file's content decides whether it is a recording of sensors; otherwise it is one of a receiver.
  ///
  /// - Parameters:
  ///   - argument: The user's argument.
  ///   - listening: The address at which push sources listen if the argument has none.
  /// - Returns: A source that has not been started.
  /// - Throws: `SourceFailure`, which says what to write instead.
  static func open(
    _ argument: String, listening: String = SensorFactory.loopback
  ) async throws(SourceFailure) -> OpenedSource {
    let argument = try parsed(argument)
    do throws(SensorSourceError) {
      if let sensor = try SensorFactory.open(argument, listening: listening) { return .sensor(sensor) }
    } catch {
      throw .sensor(error)
    }
    do throws(ReceiverError) { return .spectrum(try await ReceiverFactory.open(argument)) } catch {
      throw .receiver(error)
    }
  }

  /// Opens a source of samples to record.
  ///
  /// - Parameters:
  ///   - argument: The user's argument.
  ///   - rateHertz: Samples in a second, if neither a file nor the argument gives them.
  ///   - centerHertz: The frequency at zero, if neither a file nor the argument gives it.
  ///   - format: The format of bare samples of a file, if the argument does not give it; nil to use the
  ///     file's name.
  /// - Returns: A source that has not been started.
  /// - Throws: `SourceFailure`, which says what to write instead.
  static func samples(
    _ argument: String, rateHertz: Double? = nil, centerHertz: Double? = nil, format: IQFormat? = nil
  ) async throws(SourceFailure) -> any SampleSource {
    let argument = try parsed(argument)
    do throws(ReceiverError) {
      return try await ReceiverFactory.openSamples(
        argument, rateHertz: rateHertz, centerHertz: centerHertz, format: format)
    } catch {
      throw .receiver(error)
    }
  }

  /// Refuses a file of sensors' signals, which has no spectrum.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - format: The format of raw samples, if the user gave it.
  /// - Throws: `ReceiverError` if the file has the signature of such a format.
  static func refuseSignals(path: String, format: IQFormat?) throws(ReceiverError) {
    guard SignalFile.isMarked(path: path) else { return }
    throw format == nil ? .sensorSignals(path: path) : .formatNotNeeded(path: path)
  }

  /// Returns the host and port of a receiver or sensors; nil if the source has no network address.
  ///
  /// - Throws: `SourceFailure`, which says what to write instead.
  static func address(
    of argument: String
  ) throws(SourceFailure) -> (address: NetworkAddress, isReceiver: Bool)? {
    let argument = try parsed(argument)
    do throws(ReceiverError) {
      if let address = try ReceiverFactory.address(of: argument) { return (address, true) }
    } catch {
      throw .receiver(error)
    }
    do throws(SensorSourceError) {
      return try SensorFactory.address(of: argument).map { ($0, false) }
    } catch {
      throw .sensor(error)
    }
  }

  private static func parsed(_ argument: String) throws(SourceFailure) -> SourceArgument {
    do throws(SourceArgumentError) { return try SourceArgument(argument) } catch { throw .argument(error) }
  }
}

extension SourceArgument {
  /// Parses the argument that the user wrote.
  ///
  /// - Throws: `SourceArgumentError` for an argument that is not a source of this program.
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
