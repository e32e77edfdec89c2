public import Logging
import WaveCoverageServer
import WaveDataServer
import WaveReceivers
import WaveSensorSources
public import WaveKit
import WaveSensorsServer
import WaveServer
import WaveSpectrumServer
import WaveSystem

/// A server that shows all of an app's sensors on one page.
///
///     var server = SensorServer()
///     try server.add(Pulse(), filters: [.notch(hertz: 50)])
///     try server.add(Motion())
///     try await server.run(port: 8080) { address in print(address) }
///
/// The server listens on this machine only. Each sensor is polled about 60 times a second, regardless of the
/// number of viewers. Samples are stored, filtered and drawn like those of `waveglass serve`.
public struct SensorServer: Sendable {
  /// The directory of the web client's files: `Web` in the Waveglass repository, after `make wasm`.
  public var webDirectory: String?
  /// The logger for events; by default, nothing is logged.
  public var logger: Logger
  private var sources: [any SensorSource] = []

  /// Creates a server with no sensors.
  ///
  /// - Parameter webDirectory: The directory of the web client's files; by default it is searched for beside
  ///   and above the program, and in the checkout from which Waveglass was built.
  public init(webDirectory: String? = nil) {
    self.webDirectory = webDirectory
    logger = Logger(label: "waveglass") { _ in SwiftLogNoOpLogHandler() }
  }

  /// Adds a sensor.
  ///
  /// - Parameters:
  ///   - sensor: The sensor, which is polled by a single task.
  ///   - filters: The filters applied to samples until a viewer changes them.
  /// - Throws: `ServingError.sensor` if the sensor's description is invalid, or a filter is not valid at the
  ///   sensor's sample rates.
  public mutating func add(
    _ sensor: some Sensor & Sendable, filters: [SensorFilter] = []
  ) throws(ServingError) {
    sources.append(try ServingError.converting(ServingError.sensor, PolledSensor(sensor, filters: filters)))
  }

  /// Serves the sensors until SIGTERM or SIGINT stops the process or the task is cancelled.
  ///
  /// - Parameters:
  ///   - port: The port to listen on; 0 selects a free one.
  ///   - onRunning: Called once with the page's address when browsers can connect.
  /// - Throws: The reason why the sensors cannot be served, with advice.
  public func run(
    port: Int = 8080, onRunning: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws(ServingError) {
    guard !sources.isEmpty else { throw .noSensors }
    guard (0...65_535).contains(port) else { throw .port(port) }
    guard let directory = webDirectory ?? WebDirectory.find() ?? CheckedOut.webDirectory else {
      throw .noWebFiles
    }
    let metrics = ServerMetrics()
    // A page first requests the spectrum; since that instrument has no source, the page switches to sensors.
    let server = WaveglassServer(
      instruments: [
        await SpectrumInstrument([], logger: logger, metrics: metrics),
        await SensorsInstrument(sources, logger: logger, metrics: metrics),
        DataInstrument([], logger: logger), CoverageInstrument([]),
      ],
      configuration: ServerConfiguration(port: port, webDirectory: directory), metrics: metrics,
      logger: logger)
    do throws(ServerError) {
      try await server.run { onRunning($0.local) }
    } catch { throw .server(error) }
  }
}
