import WaveSensorSources
import WaveSensorsFeed
import WaveSensorsWire
import WaveServer
import WaveSystem
import WaveWire

/// The feed of one client of streams and its requests to sources; confined to the client's event loop.
final class StreamSession: EventSession {
  private var feed: StreamFeed
  private var spectrum = StreamSpectrumFeed()
  /// The lists of derived streams that this client has not received yet, and whether its Hello has just
  /// arrived.
  private var mixtures: [StreamMixtures] = []
  private var isGreeting = false
  private let stations: [StreamStation]
  private let mayControl: Bool
  private let isPaired: Bool
  /// The source that this client was last reported to watch, if any.
  private var watched: UInt16?

  /// - Parameters:
  ///   - stations: The sources.
  ///   - mayControl: Whether the client may control them.
  ///   - isPaired: Whether the client was admitted because its device is paired.
  init(stations: [StreamStation], mayControl: Bool, isPaired: Bool = false) {
    self.stations = stations
    self.mayControl = mayControl
    self.isPaired = isPaired
    feed = StreamFeed(sources: [])
    feed.wallAheadMicroseconds = WallClock.microseconds - MonotonicClock.microseconds
    feed.sources = stations.map { described($0) }
  }

  private var id: ClientID { ObjectIdentifier(self) }

  private func described(_ station: StreamStation) -> StreamFeed.Source {
    var description = station.description
    description.steering?.isViewOnly = !mayControl
    description.steering?.isPaired = isPaired
    return description
  }

  func close(at now: Int64) { for station in stations { station.leave(id, at: now) } }

  /// Receives an event of a source.
  func receive(_ event: StreamEvent, from source: UInt16) {
    switch event {
    case .samples:
      feed.noteSamples(source: source)
      if source == feed.view.source { spectrum.noteSamples() }
    case .info(let info): feed.accept(info)
    case .timeMap(let map): feed.accept(map)
    case .controls(let controls): feed.accept(controls)
    case .marks(let marks): feed.accept(marks)
    case .mixtures(let mixtures): told(mixtures)
    case .look(let look): feed.accept(look, source: source)
    case .notice(let notice): feed.accept(notice)
    case .steering(let holder, let viewers):
      feed.accept(
        Steering(
          source: source, state: holder == nil ? .free : holder == id ? .you : .another, viewers: viewers,
          isViewOnly: !mayControl, isPaired: isPaired))
    }
  }

  func receive(_ frame: [UInt8], at now: Int64, budget: inout MessageBudget) throws(ClientFault) {
    var reader = StreamMessageReader(limit: WireLimits.clientMessageBytes)
    try budget.spend(
      at: now, next: { () throws(WireError) in try reader.nextFromClient(in: frame.span.bytes) },
      receive: { (message) throws(ProtocolViolation) in
        guard !receiveTool(message, at: now) else { return }
        let wish = try feed.receive(message, at: now)
        if case .hello = message { greet() }
        if case .show = message { watch(at: now) }
        if let wish { perform(wish, at: now) }
      }, refuse: { (reason) throws(ProtocolViolation) in try feed.refuse(reason) })
  }

  /// Reports the source that the client shows now.
  private func watch(at now: Int64) {
    let source = feed.view.isShowing ? feed.view.source : nil
    guard source != watched else { return }
    if let watched { stations[Int(watched)].watch(id, isShowing: false, at: now) }
    if let source { stations[Int(source)].watch(id, isShowing: true, at: now) }
    watched = source
  }

  /// Carries out a request, or answers with the current state.
  private func perform(_ wish: StreamWish, at now: Int64) {
    switch wish {
    case .command(let command):
      let station = stations[Int(command.source)]
      if !mayControl || !station.perform(command, for: id, at: now) { feed.refuse(by: described(station)) }
    case .setLook(let part):
      // A part that cannot be read is ignored.
      if mayControl, let look = try? StreamLook(part) { stations[Int(part.source)].setLook(look, for: id) }
    case .setMark(let mark):
      let station = stations[Int(mark.source)]
      if !mayControl || !station.setMark(mark) { feed.refuse(by: described(station)) }
    }
  }

  func isDue(at now: Int64) -> Bool {
    feed.isDue(at: now) || !mixtures.isEmpty && (isGreeting || feed.view.isShowing)
      || feed.view.isShowing && spectrum.isDue(at: now)
  }

  var wakeMicroseconds: Int64 {
    min(feed.wakeMicroseconds ?? .max, feed.view.isShowing ? spectrum.wakeMicroseconds : .max)
  }

  // MARK: - Streams made of others, and spectra

  /// Handles a message about derived streams or spectra; returns whether it was one.
  private func receiveTool(_ message: StreamMessage, at now: Int64) -> Bool {
    switch message {
    case .setMixture(let wish) where feed.isGreeted:
      guard Int(wish.source) < stations.count else { return true }
      let station = stations[Int(wish.source)]
      let reason = mayControl ? station.setMixture(wish, for: id, at: now) : ""
      guard let reason else { return true }
      if reason.isEmpty { feed.refuse(by: described(station)) } else { feed.answer(Array(reason.utf8)) }
    case .showSpectrum(let wish) where feed.isGreeted: spectrum.show(wish, at: now)
    default: return false
    }
    return true
  }

  private func greet() {
    isGreeting = true
    for station in stations { mixtures.append(station.mixtures) }
  }

  /// Keeps the newest list for each source.
  private func told(_ next: StreamMixtures) {
    guard feed.isGreeted else { return }
    mixtures.removeAll { $0.source == next.source }
    mixtures.append(next)
  }

  private func collectMixtures(into frames: inout MeteredFrames) {
    for next in mixtures { frames.put(.mixtures(next)) }
    mixtures = []
    isGreeting = false
  }

  func collect(at now: Int64, into frames: inout MeteredFrames) {
    let view = feed.view
    guard view.isShowing, Int(view.source) < stations.count else {
      feed.collectAnswers(into: &frames)
      if isGreeting { collectMixtures(into: &frames) }
      return
    }
    stations[Int(view.source)].read { archive in
      feed.collect(at: now, from: archive, into: &frames)
      collectMixtures(into: &frames)
      spectrum.collect(
        at: now, of: view, edge: feed.edgeMicroseconds(at: now),
        isRecording: feed.sources[Int(view.source)].info.flags.contains(.recording), from: archive,
        into: &frames)
    }
  }
}
