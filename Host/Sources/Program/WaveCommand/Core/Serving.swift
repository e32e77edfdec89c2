import ArgumentParser
import Foundation
import WaveCoverageServer
import WaveDataServer
import WaveHomeServer
import WaveOperations
import WaveSensorSources
import WaveSensorsServer
import WaveServer
import WaveSpectrumServer
import WaveSystem

/// Options for serving any kind of source.
struct ServingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Port to listen on; 0 picks a free one.", valueName: "number"))
  var port: Int?

  @OptionGroup var network: NetworkOptions

  @OptionGroup var pairing: PairingOptions

  @OptionGroup var terrainSource: TerrainSourceOptions

  @OptionGroup var log: LogOptions

  @Option(help: ArgumentHelp("Maximum number of clients at a time; default 1024.", valueName: "number"))
  var clients: Int?

  @Option(
    help: ArgumentHelp(
      "Folder to record sensors into from the first sample; pages can stop and restart recording.",
      valueName: "folder"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Folder of recordings: pages can record sensors into it and play its recordings.", valueName: "folder")
  )
  var recordings: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Stream computed from two others, such as 'I - II' or 'left + right'. May be repeated.",
      valueName: "sum"))
  var math: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      File with the password for a clickhouse:// server, readable by its owner only (0600); default: \
      CLICKHOUSE_PASSWORD.
      """,
      valueName: "file"))
  var passwordFile: String?

  @OptionGroup var streets: StreetOptions

  @Option(
    help: ArgumentHelp("Directory of the web client; usually found automatically.", valueName: "directory"))
  var web: String?

  func validate() throws {
    try require((0...65_535).contains(port ?? 0), "The port must be a number from 0 to 65535.")
    try require((1...65_535).contains(clients ?? 1), "The number of clients must be from 1 to 65535.")
    for sum in math {
      try require(
        StreamSum(sum) != nil,
        "--math \(sum) is not a sum. Write two streams with + or - between them: --math 'I - II'.")
    }
    try require(
      record == nil || recordings == nil,
      "Give --record or --recordings, not both: --record includes --recordings.")
  }
}

/// Opens sources and serves them until the process is asked to stop.
enum Serving {
  /// Returns the folder for recordings, or nil if no option specifies one.
  static func folder(_ options: ServingOptions) throws(CommandFailure) -> RecordingFolder? {
    guard let path = options.record ?? options.recordings else { return nil }
    return try FileError.asFailure(RecordingFolder(path: path, recordsFromStart: options.record != nil))
  }

  /// Serves sources and opens the browser if requested and if there is a desktop.
  static func run(
    _ arguments: [String], options: ServingOptions, defaultPort: Int, opensBrowser: Bool
  ) async throws(CommandFailure) {
    guard let web = options.web ?? WebDirectory.find() else {
      throw CommandFailure(.noInput, "the web client's files were not found; point --web at its directory")
    }
    var sources: [OpenedSource] = []
    var tables: [TableOpening] = []
    var terrain: [any TerrainProvider] = []
    let terrainSource = try options.terrainSource.source()
    if terrainSource != nil, !arguments.contains(where: { $0.hasPrefix("terrain:") }) {
      throw CommandFailure(.usage, "--terrain-url needs a folder to store tiles in: add terrain:FOLDER")
    }
    // Unreadable and missing sources are listed last, since a page initially shows the first source.
    var (refusals, refusedSources, missingTables) = ([CommandFailure](), [OpenedSource](), [TableOpening]())
    for argument in arguments {
      if let table = try await ClickHouseArgument.opening(argument, passwordFile: options.passwordFile) {
        tables.append(table)
        continue
      }
      if let provider = try TerrainArgument.provider(argument, source: terrainSource) {
        terrain.append(provider)
        continue
      }
      if let (missing, failure) = TableArgument.missing(argument) {
        refusals.append(failure)
        missingTables.append(missing)
        continue
      }
      let found = try TableArgument.openings(argument)
      tables += found
      // A folder can have both tables and recordings.
      if !found.isEmpty, !RecordingFolderSource.hasRecordings(path: argument) { continue }
      do throws(SourceFailure) {
        sources.append(try await SourceOpening.open(argument, listening: options.network.listening))
      } catch {
        let failure = CommandFailure(error, argument: argument)
        // A file that cannot be played must not prevent the others from being shown. An invalid argument must
        // be corrected.
        guard let parsed = try? SourceArgument(argument), parsed.scheme == .file, parsed.parameters.isEmpty
        else { throw failure }
        refusals.append(failure)
        refusedSources.append(.sensor(RefusedFile(path: parsed.path, explanation: error.explanation)))
      }
    }
    if let first = refusals.first, refusals.count == arguments.count { throw first }
    for refusal in refusals { StandardFiles.say(refusal.message) }
    sources += refusedSources
    tables += missingTables
    let folder = try folder(options)
    if let folder {
      StopSignals.ignoreWriteSignals()
      guard sources.compactMap(\.sensor).contains(where: { !($0 is RecordingFolderSource) }) else {
        throw CommandFailure(
          .usage, "\(folder.path): only sensors are recorded here; record spectra with waveglass record")
      }
      let recordings = try SensorSourceError.asFailure(
        ofFile: folder.path, RecordingFolderSource(path: folder.path))
      sources.append(.sensor(recordings))
    }
    // The system's journal would store the secret address, and other users may read the journal.
    let isKept = ProcessInfo.processInfo.environment["JOURNAL_STREAM"] != nil
    let instructions = sources.compactMap(\.sensor?.instruction).map { instruction in
      instruction.isSecret && isKept
        ? "Sensor Logger's Push URL is on the page, under Made of" : instruction.text
    }
    let streets = try options.streets.map()
    let logger = options.log.logger
    var limits = ServerLimits()
    if let clients = options.clients { limits.sockets = clients }
    let port = options.port ?? defaultPort
    let network = try NetworkAccess(options.network, port: port)
    let pairing = try Pairing(options.pairing, access: network.access)
    let metrics = ServerMetrics()
    let spectrum = await SpectrumInstrument(
      sources.compactMap(\.spectrum), logger: logger, metrics: metrics)
    let sensors = await SensorsInstrument(
      sources.compactMap(\.sensor), recordings: folder, sums: options.math.compactMap { StreamSum($0) },
      logger: logger, metrics: metrics)
    let data = DataInstrument(tables, logger: logger)
    let coverage = CoverageInstrument(terrain, streets: streets)
    let server = WaveglassServer(
      instruments: [
        spectrum, sensors, data, coverage, HomeInstrument([spectrum, sensors, data, coverage]),
      ],
      configuration: ServerConfiguration(
        host: network.host, port: port, access: network.access, pairing: pairing?.configuration,
        webDirectory: web, limits: limits),
      metrics: metrics, logger: logger,
      notifier: ServiceNotifier(
        environment: ProcessInfo.processInfo.environment, process: ProcessInfo.processInfo.processIdentifier))
    defer { pairing?.end() }
    do throws(ServerError) {
      try await server.run { addresses in
        Output.writeIgnoringErrors(network.lines(addresses) + instructions)
        pairing?.begin(at: addresses.page)
        if opensBrowser { Browser.open(addresses.local) }
      }
    } catch { throw CommandFailure(error) }
  }
}
