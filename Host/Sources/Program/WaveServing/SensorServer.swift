public import Logging
import WaveCoverageServer
import WaveDataServer
import WaveReceivers
import WaveSensorSources
public import WaveKit
import WaveSensorsServer
import WaveServer
import WaveSpectrumServer

/// Serves sensors of your own to browsers: one page for all of them.
///
///     var server = SensorServer()
///     try server.add(Pulse(), filters: [.notch(hertz: 50)])
///     try server.add(Motion())
///     try await server.run(port: 8080) { address in print(address) }
///
/// It listens on this machine alone. Each sensor is asked 60 times a second, however many look; each is kept,
/// filtered and drawn as those of `waveglass serve` are.
public struct SensorServer: Sendable {
  /// Directory of the web client's files: `Web` of Waveglass, after `make wasm`.
  public var webDirectory: String?
  /// Where events go; nowhere by default.
  public var logger: Logger
  private var sources: [any SensorSource] = []

  /// Serves nothing yet.
  ///
  /// - Parameter webDirectory: Directory of the web client's files; looked for beside the program, above it
  ///   and where Waveglass was built from by default.
  public init(webDirectory: String? = nil) {
    self.webDirectory = webDirectory
    logger = Logger(label: "waveglass") { _ in SwiftLogNoOpLogHandler() }
  }

  /// Adds a sensor.
  ///
  /// - Parameters:
  ///   - sensor: What is asked for samples, from one task.
  ///   - filters: What samples go through before they are seen, until whoever looks chooses others.
  /// - Throws: `ServingError.sensor`, where the sensor says of itself what cannot be, or its rates cannot
  ///   have the filters.
  public mutating func add(
    _ sensor: some Sensor & Sendable, filters: [SensorFilter] = []
  ) throws(ServingError) {
    do throws(SensorError) {
      sources.append(try PolledSensor(sensor, filters: filters))
    } catch {
      throw .sensor(error)
    }
  }

  /// Serves until the process is told to stop by SIGTERM or SIGINT, or the task is cancelled.
  ///
  /// - Parameters:
  ///   - port: Port to listen on; 0 picks a free one.
  ///   - onRunning: Called once with the address to open, when browsers can connect.
  /// - Throws: Why it cannot serve, with what to do.
  public func run(
    port: Int = 8080, onRunning: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws(ServingError) {
    guard !sources.isEmpty else { throw .noSensors }
    guard (0...65_535).contains(port) else { throw .port(port) }
    guard let directory = webDirectory ?? WebDirectory.find() ?? CheckedOut.webDirectory else {
      throw .noWebFiles
    }
    let metrics = ServerMetrics()
    // A page asks for the spectrum first; the empty instrument makes it switch to sensors.
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
    } catch {
      throw .server(error)
    }
  }
}
