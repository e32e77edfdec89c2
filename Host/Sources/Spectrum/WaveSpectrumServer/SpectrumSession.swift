import WaveSpectrumFeed
import WaveServer
import WaveSpectrumWire
import WaveWire

/// A client's session with the spectrum instrument: its feed, and its requests to sources.
///
/// Confined to the client's event loop.
final class SpectrumSession: EventSession {
  private var feed = SpectrumFeed(sources: [], isLimited: true)
  private let hosts: [SpectrumSourceHost]
  private let mayControl: Bool
  private let isPaired: Bool
  private let frames: SpectrumFrames
  /// The source that this client was last reported to watch, if any.
  private var watched: UInt16?

  /// - Parameters:
  ///   - hosts: The sources.
  ///   - mayControl: Whether the client may control them.
  ///   - isPaired: Whether the client was admitted because its device is paired.
  ///   - frames: The output of the feed, which clients of an event loop share.
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

  /// The description of a source, and whether the client may control it.
  private func described(_ host: SpectrumSourceHost) -> SpectrumFeed.Source {
    var description = host.description
    description.steering?.isViewOnly = !mayControl
    description.steering?.isPaired = isPaired
    return description
  }

  func close(at now: Int64) {
    for host in hosts { host.leave(id, at: now) }
  }

  /// Receives an event of a source, such as a row.
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

  /// Reports the part of the sources that the client shows now.
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

  /// Carries out a command, or answers with the current state.
  private func perform(_ command: Command, at now: Int64) {
    let host = hosts[Int(command.source)]
    if !mayControl || !host.perform(command, for: id, at: now) { feed.refuse(by: described(host)) }
  }

  func isDue(at now: Int64) -> Bool { feed.isDue(at: now) }

  var wakeMicroseconds: Int64 { feed.wakeMicroseconds ?? .max }

  func collect(at now: Int64, into frames: inout MeteredFrames) {
    var sink = self.frames
    // Swapped, so that no bytes are copied.
    swap(&sink.metered, &frames)
    feed.collect(at: now, past: { hosts[Int($0)].history }, into: &sink)
    swap(&sink.metered, &frames)
  }
}
