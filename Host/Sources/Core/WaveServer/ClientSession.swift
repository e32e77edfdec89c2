import WaveCoverageWire
import WaveDataWire
import WaveSensorsWire
import WaveSpectrumFeed
import WaveSpectrumWire
import WaveWire

/// One client's feed and its dealings with the sources; lives on the client's event loop.
final class ClientSession {
  private var feed = SpectrumFeed(sources: [], isLimited: true)
  private let stations: [SourceStation]
  private let streamStations: [StreamStation]
  /// The client's dealings with streams, where its first message asks for those.
  private var streams: StreamSession?
  private let tableStations: [any ServedTable]
  /// The client's dealings with tables, where its first message asks for those.
  private var tables: TableSession?
  private let terrainStation: TerrainStation?
  /// The client's dealings with terrain, where its first message asks for that.
  private var terrain: TerrainSession?
  private var hasSpoken = false
  private let mayControl: Bool
  private let isPaired: Bool
  /// The source that this client was last said to watch, if any.
  private var watched: UInt16?

  /// - Parameters:
  ///   - stations: The sources of spectra.
  ///   - streams: The sources of streams.
  ///   - tables: The tables.
  ///   - terrain: The tiles of terrain, if there are any.
  ///   - mayControl: Whether they do what the client asks of them.
  ///   - isPaired: Whether the client was let in by its device's pairing.
  init(
    stations: [SourceStation], streams: [StreamStation] = [], tables: [any ServedTable] = [],
    terrain: TerrainStation? = nil,
    mayControl: Bool,
    isPaired: Bool = false
  ) {
    self.stations = stations
    streamStations = streams
    tableStations = tables
    terrainStation = terrain
    self.isPaired = isPaired
    self.mayControl = mayControl
  }

  private var id: ClientID { ObjectIdentifier(self) }

  /// Starts to take part in what the sources make.
  func join() { feed.sources = stations.map { described($0) } }

  /// What a source is, and whether the client may ask anything of it.
  private func described(_ station: SourceStation) -> SpectrumFeed.Source {
    var description = station.description
    description.steering?.isViewOnly = !mayControl
    description.steering?.isPaired = isPaired
    return description
  }

  func leave(at now: Int64) {
    streams?.leave(at: now)
    tables?.leave()
    terrain?.leave()
    for station in stations { station.leave(id, at: now) }
  }

  /// Takes a row or an event of a source.
  func take(_ event: StationEvent, from source: UInt16) {
    if terrain != nil { return }
    if let tables {
      if case .tables(let event) = event { tables.take(event, from: source) }
      return
    }
    if let streams {
      if case .streams(let event) = event { streams.take(event, from: source) }
      return
    }
    switch event {
    case .streams, .tables, .terrain: return
    case .row(let row): feed.accept(row, source: source)
    case .info(let info): feed.accept(info)
    case .timeMap(let map): feed.accept(map)
    case .artefacts(let artefacts): feed.accept(artefacts)
    case .annotations(let annotations): feed.accept(annotations)
    case .controls(let controls): feed.accept(controls)
    case .notice(let notice): feed.accept(notice)
    case .steering(let holder, let viewers):
      feed.accept(
        Steering(
          source: source, state: holder == nil ? .free : holder == id ? .you : .another, viewers: viewers,
          isViewOnly: !mayControl, isPaired: isPaired))
    }
  }

  /// Takes the messages in one frame from the client and has its wishes performed.
  ///
  /// - Parameters:
  ///   - frame: Whole messages.
  ///   - now: Server time in microseconds.
  ///   - budget: What the client may still send; the frame has been counted for its first message.
  /// - Throws: Why the connection is to be closed.
  func receive(_ frame: [UInt8], at now: Int64, budget: inout MessageBudget) throws(ClientFault) {
    if !hasSpoken {
      hasSpoken = true
      if StreamMessageReader.isHello(frame) {
        streams = StreamSession(stations: streamStations, mayControl: mayControl, isPaired: isPaired)
      }
      if TableMessageReader.isHello(frame) {
        tables = TableSession(stations: tableStations, mayControl: mayControl)
      }
      if TerrainMessageReader.isHello(frame) {
        terrain = TerrainSession(station: terrainStation ?? TerrainStation([]), mayControl: mayControl)
      }
    }
    if let terrain { return try terrain.receive(frame, at: now, budget: &budget) }
    if let tables { return try tables.receive(frame, at: now, budget: &budget) }
    if let streams { return try streams.receive(frame, at: now, budget: &budget) }
    var reader = MessageReader(limit: WireLimits.clientMessageBytes)
    var isFirst = true
    while reader.position < frame.count {
      if !isFirst { try budget.spend(at: now) }
      isFirst = false
      do {
        guard let message = try reader.next(in: frame.span.bytes) else { break }
        let command = try feed.receive(message, at: now) { stations[Int($0)].history }
        if case .show = message { watch(at: now) }
        if let command { perform(command, at: now) }
      } catch let error as WireError {
        try refuse(error)
      } catch let error as ProtocolViolation {
        throw .protocolError(error.reason)
      } catch {
        throw .protocolError("\(error)")
      }
    }
  }

  /// Tells the sources what of them is shown now.
  private func watch(at now: Int64) {
    let view = feed.view
    let source = view.mode == .nothing ? nil : view.source
    if let watched, watched != source { stations[Int(watched)].watch(id, stepHertz: nil, at: now) }
    watched = source
    guard let source else { return }
    let hasColumns = view.mode == .spectrum || view.mode == .waterfall
    let stepHertz = (view.highHertz - view.lowHertz) / Double(max(1, view.columns))
    stations[Int(source)].watch(id, stepHertz: hasColumns ? stepHertz : .infinity, at: now)
  }

  /// Has a wish performed, or answers with how things are.
  private func perform(_ command: Command, at now: Int64) {
    let station = stations[Int(command.source)]
    if !mayControl || !station.perform(command, for: id, at: now) { feed.refuse(by: described(station)) }
  }

  /// Answers a message with a value out of range by a notice; bytes that are no messages end the connection.
  private func refuse(_ error: WireError) throws(ClientFault) {
    let text = try ClientFault.text(of: error)
    do throws(ProtocolViolation) { try feed.refuse(text) } catch { throw .protocolError(error.reason) }
  }

  /// Whether there is something to send now.
  func isDue(at now: Int64) -> Bool {
    terrain?.isDue(at: now) ?? tables?.isDue(at: now) ?? streams?.isDue(at: now) ?? feed.isDue(at: now)
  }

  /// When to ask again if nothing else happens; the end of time where there is no need to.
  var wakeMicroseconds: Int64 {
    tables == nil && terrain == nil ? streams?.wakeMicroseconds ?? feed.wakeMicroseconds ?? .max : .max
  }

  /// Writes what is to be sent now.
  func collect(at now: Int64, into frames: inout MeteredFrames) {
    if let terrain { return terrain.collect(at: now, into: &frames) }
    if let tables { return tables.collect(at: now, into: &frames) }
    if let streams { return streams.collect(at: now, into: &frames) }
    feed.collect(at: now, past: { stations[Int($0)].history }, into: &frames)
  }
}

/// Why a client's connection is closed.
enum ClientFault: Error, Equatable {
  case notBinary
  case protocolError(String)
  case tooLarge(String)
  case flood(String)
}

extension ClientFault {
  /// What is said of a value out of range.
  ///
  /// - Throws: Why the connection is to be closed, where the bytes are no messages.
  static func text(of error: WireError) throws(ClientFault) -> [UInt8] {
    switch error {
    case .truncated(let byte, let needed):
      throw .protocolError("the message ends at byte \(byte), \(needed) bytes too early")
    case .tooLong(_, let length, let limit):
      throw .protocolError("a message of \(length) bytes is over the limit of \(limit)")
    case .invalid(let byte):
      return Array("Byte \(byte) of a message has a value that is not allowed; the message was ignored.".utf8)
    }
  }

  /// What it is counted as.
  var kind: String {
    switch self {
    case .notBinary: "socket-not-binary"
    case .protocolError: "socket-protocol"
    case .tooLarge: "socket-too-large"
    case .flood: "socket-flood"
    }
  }
}
