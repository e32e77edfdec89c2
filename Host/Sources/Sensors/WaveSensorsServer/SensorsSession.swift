import WaveSensorSources
import WaveSensorsFeed
import WaveSensorsWire
import WaveServer
import WaveSystem
import WaveWire

/// The session of one client: its feed of streams and its requests to sources.
///
/// It is confined to the client's event loop.
final class SensorsSession: EventSession {
  private var feed: SensorsFeed
  private var spectrum = StreamSpectrumFeed()
  /// The lists of derived streams that have not been sent to this client yet.
  private var mixtures: [StreamMixtures] = []
  /// Whether the client's Hello is being answered.
  private var isGreeting = false
  private let hosts: [SensorSourceHost]
  private let mayControl: Bool
  private let isPaired: Bool
  /// The number of the source that this client was last reported as viewing; nil if there is none.
  private var watched: UInt16?

  /// Creates the session of a client.
  ///
  /// - Parameters:
  ///   - hosts: The hosts of the sources.
  ///   - mayControl: Whether the client may control the sources.
  ///   - isPaired: Whether the client was admitted because its device is paired.
  init(hosts: [SensorSourceHost], mayControl: Bool, isPaired: Bool = false) {
    self.hosts = hosts
    self.mayControl = mayControl
    self.isPaired = isPaired
    feed = SensorsFeed(sources: [])
    feed.wallAheadMicroseconds = WallClock.microseconds - MonotonicClock.microseconds
    feed.sources = hosts.map { described($0) }
  }

  private var id: ClientID { ObjectIdentifier(self) }

  private func described(_ host: SensorSourceHost) -> SensorsFeed.Source {
    var description = host.description
    description.steering?.isViewOnly = !mayControl
    description.steering?.isPaired = isPaired
    return description
  }

  func close(at now: Int64) { for host in hosts { host.leave(id, at: now) } }

  /// Receives an event from a source.
  func receive(_ event: StreamEvent, from source: UInt16) {
    switch event {
    case .samples:
      feed.noteSamples(source: source)
      if source == feed.view.source { spectrum.noteSamples() }
    case .info(let info): feed.accept(info)
    case .timeMap(let map): feed.accept(map)
    case .controls(let controls): feed.accept(controls)
    case .marks(let marks): feed.accept(marks)
    case .mixtures(let mixtures): keepNewest(mixtures)
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
    var reader = SensorsMessageReader(limit: WireLimits.clientMessageBytes)
    try budget.spend(
      at: now, next: { () throws(WireError) in try reader.nextFromClient(in: frame.span.bytes) },
      receive: { (message) throws(ProtocolViolation) in
        guard !receiveTool(message, at: now) else { return }
        let request = try feed.receive(message, at: now)
        if case .hello = message { greet() }
        if case .show = message { watch(at: now) }
        if let request { perform(request, at: now) }
      }, refuse: { (reason) throws(ProtocolViolation) in try feed.refuse(reason) })
  }

  /// Reports to the hosts which source the client is showing now.
  private func watch(at now: Int64) {
    let source = feed.view.isShowing ? feed.view.source : nil
    guard source != watched else { return }
    if let watched { hosts[Int(watched)].watch(id, isShowing: false, at: now) }
    if let source { hosts[Int(source)].watch(id, isShowing: true, at: now) }
    watched = source
  }

  /// Performs a request.
  ///
  /// If it is rejected, the client receives the current state of the source.
  private func perform(_ request: SensorsFeedRequest, at now: Int64) {
    switch request {
    case .command(let command):
      let host = hosts[Int(command.source)]
      if !mayControl || !host.perform(command, for: id, at: now) { feed.refuse(by: described(host)) }
    case .setLook(let part):
      // A part that cannot be decoded is ignored.
      if mayControl, let look = try? StreamLook(part) { hosts[Int(part.source)].setLook(look, for: id) }
    case .setMark(let mark):
      let host = hosts[Int(mark.source)]
      if !mayControl || !host.setMark(mark) { feed.refuse(by: described(host)) }
    }
  }

  func isDue(at now: Int64) -> Bool {
    feed.isDue(at: now) || !mixtures.isEmpty && (isGreeting || feed.view.isShowing)
      || feed.view.isShowing && spectrum.isDue(at: now)
  }

  var wakeMicroseconds: Int64 {
    min(feed.wakeMicroseconds ?? .max, feed.view.isShowing ? spectrum.wakeMicroseconds : .max)
  }

  // MARK: - Derived streams and spectra

  /// Handles a message about derived streams or spectra; returns whether the message was handled.
  private func receiveTool(_ message: SensorsMessage, at now: Int64) -> Bool {
    switch message {
    case .setMixture(let request) where feed.isGreeted:
      guard Int(request.source) < hosts.count else { return true }
      let host = hosts[Int(request.source)]
      let reason = mayControl ? host.setMixture(request, for: id, at: now) : ""
      guard let reason else { return true }
      if reason.isEmpty { feed.refuse(by: described(host)) } else { feed.answer(Array(reason.utf8)) }
    case .showSpectrum(let request) where feed.isGreeted: spectrum.show(request, at: now)
    default: return false
    }
    return true
  }

  private func greet() {
    isGreeting = true
    for host in hosts { mixtures.append(host.mixtures) }
  }

  /// Queues a list of derived streams, replacing an older list of the same source.
  private func keepNewest(_ next: StreamMixtures) {
    guard feed.isGreeted else { return }
    mixtures.removeAll { $0.source == next.source }
    mixtures.append(next)
  }

  private func collectMixtures(into frames: inout MeteredFrames) {
    for next in mixtures { frames.append(.mixtures(next)) }
    mixtures = []
    isGreeting = false
  }

  func collect(at now: Int64, into frames: inout MeteredFrames) {
    let view = feed.view
    guard view.isShowing, Int(view.source) < hosts.count else {
      feed.collectAnswers(into: &frames)
      if isGreeting { collectMixtures(into: &frames) }
      return
    }
    hosts[Int(view.source)].read { archive in
      feed.collect(at: now, from: archive, into: &frames)
      collectMixtures(into: &frames)
      spectrum.collect(
        at: now, of: view, edge: feed.edgeMicroseconds(at: now),
        isRecording: feed.sources[Int(view.source)].info.flags.contains(.recording), from: archive,
        into: &frames)
    }
  }
}
