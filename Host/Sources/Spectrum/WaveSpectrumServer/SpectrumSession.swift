import WaveSpectrumFeed
import WaveServer
import WaveSpectrumWire
import WaveWire

/// A client's session with the spectrum instrument: its feed and its requests to sources.
///
/// The session is confined to the client's event loop.
final class SpectrumSession: EventSession {
  private var feed = SpectrumFeed(sources: [], isLimited: true)
  private let hosts: [SpectrumSourceHost]
  private let mayControl: Bool
  private let isPaired: Bool
  private let frames: SpectrumFrames
  /// The number of the source that this client was last reported to be watching; nil if there is none.
  private var watched: UInt16?

  /// Creates a client's session.
  ///
  /// - Parameters:
  ///   - hosts: The hosts of the sources.
  ///   - mayControl: Whether the client is permitted to control the sources.
  ///   - isPaired: Whether the client was admitted because its device is paired.
  ///   - frames: The output of the feed, shared by the clients of an event loop.
  init(
    hosts: [SpectrumSourceHost], mayControl: Bool, isPaired: Bool = false,
    frames: SpectrumFrames = SpectrumFrames()
  ) {
    self.hosts = hosts
    self.mayControl = mayControl
    self.isPaired = isPaired
    self.frames = frames
    feed.sources = hosts.map { described($0) }
  }

  private var id: ClientID { ObjectIdentifier(self) }

  /// Returns the description of a source, including whether the client may control it.
  private func described(_ host: SpectrumSourceHost) -> SpectrumFeed.Source {
    var description = host.description
    description.steering?.isViewOnly = !mayControl
    description.steering?.isPaired = isPaired
    return description
  }

  func close(at now: Int64) { for host in hosts { host.leave(id, at: now) } }

  /// Receives an event from a source, such as a row.
  func receive(_ event: SpectrumEvent, from source: UInt16) {
    switch event {
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

  func receive(_ frame: [UInt8], at now: Int64, budget: inout MessageBudget) throws(ClientFault) {
    var reader = MessageReader(limit: WireLimits.clientMessageBytes)
    try budget.spend(
      at: now, next: { () throws(WireError) in try reader.next(in: frame.span.bytes) },
      receive: { (message) throws(ProtocolViolation) in
        let command = try feed.receive(message, at: now) { hosts[Int($0)].history }
        if case .show = message { watch(at: now) }
        if let command { perform(command, at: now) }
      },
      refuse: { (reason) throws(ProtocolViolation) in try feed.refuse(reason) })
  }

  /// Reports the column width of the client's current view to the sources.
  private func watch(at now: Int64) {
    let view = feed.view
    let source = view.mode == .nothing ? nil : view.source
    if let watched, watched != source { hosts[Int(watched)].watch(id, stepHertz: nil, at: now) }
    watched = source
    guard let source else { return }
    let hasColumns = view.mode == .spectrum || view.mode == .waterfall
    let stepHertz = (view.highHertz - view.lowHertz) / Double(max(1, view.columns))
    hosts[Int(source)].watch(id, stepHertz: hasColumns ? stepHertz : .infinity, at: now)
  }

  /// Carries out a command, or replies with the source's current state if the command is not permitted.
  private func perform(_ command: Command, at now: Int64) {
    let host = hosts[Int(command.source)]
    if !mayControl || !host.perform(command, for: id, at: now) { feed.refuse(by: described(host)) }
  }

  func isDue(at now: Int64) -> Bool { feed.isDue(at: now) }

  var wakeMicroseconds: Int64 { feed.wakeMicroseconds ?? .max }

  func collect(at now: Int64, into frames: inout MeteredFrames) {
    var sink = self.frames
    // The frames are swapped rather than copied.
    swap(&sink.metered, &frames)
    feed.collect(at: now, past: { hosts[Int($0)].history }, into: &sink)
    swap(&sink.metered, &frames)
  }
}
