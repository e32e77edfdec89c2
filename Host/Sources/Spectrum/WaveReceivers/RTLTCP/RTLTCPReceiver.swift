import NIOCore
import NIOPosix
import WaveRadioFormats
import WaveSpectra
import WaveSystem

/// A source of samples from a receiver behind an rtl_tcp server. It connects and reconnects automatically.
///
/// `RTLTCPLink` makes all decisions; this type only transfers bytes and supplies the time.
actor RTLTCPReceiver: SampleSource {
  private let host: String
  private let port: Int
  private var link: RTLTCPLink
  private var outlet: SampleOutlet?
  private var connection: Connection?
  private var timer: Task<Void, Never>?
  /// The number of the latest connection, by which events of older connections are recognized and ignored.
  private var serial = 0

  private struct Connection {
    var serial: Int
    var task: Task<Void, Never>
    var writer: NIOAsyncChannelOutboundWriter<ByteBuffer>?
  }

  /// Creates a receiver without connecting to it.
  init(host: String, port: Int, settings: RTLTCPSettings) {
    self.host = host
    self.port = port
    link = RTLTCPLink(
      place: "\(host):\(port)", settings: settings, seed: UInt64.random(in: 0...UInt64.max),
      at: MonotonicClock.microseconds)
  }

  /// The properties that samples have once the requested settings take effect.
  var properties: SampleProperties { link.settings.properties(name: "\(tuner.name) at \(host):\(port)") }

  /// The receiver's tuner; unknown until the server's header has arrived.
  var tuner: RTLTCPTuner { link.header?.tuner ?? .unknown }

  /// A description of the current problem; empty while samples are arriving.
  var trouble: String { link.trouble }

  /// Changes the settings.
  ///
  /// Samples with the previous settings are discarded, and then `changed` is emitted.
  func set(_ settings: RTLTCPSettings) { perform(link.set(settings, at: MonotonicClock.microseconds)) }

  /// Connects, and emits samples and changes.
  nonisolated func samples() -> AsyncStream<SampleEvent> {
    AsyncStream(bufferingPolicy: SampleOutlet.policy) { continuation in
      let task = Task { await start(continuation) }
      continuation.onTermination = { _ in
        task.cancel()
        Task { await self.stop() }
      }
    }
  }

  private func start(_ continuation: AsyncStream<SampleEvent>.Continuation) {
    outlet = SampleOutlet(continuation)
    keepTime()
  }

  private func stop() {
    outlet = nil
    timer?.cancel()
    connection?.task.cancel()
    connection = nil
  }

  // MARK: - Implementation

  /// Calls the link's `tick(at:)` whenever it is due.
  private func keepTime() {
    timer?.cancel()
    timer = Task {
      while !Task.isCancelled {
        // If the wake-up time becomes earlier, a new timer replaces this one.
        if await MonotonicClock.sleep(until: link.wakeMicroseconds, tolerance: .milliseconds(5)) { continue }
        perform(link.tick(at: MonotonicClock.microseconds))
      }
    }
  }

  private func perform(_ actions: [RTLTCPLink.Action]) {
    for action in actions {
      switch action {
      case .connect: connect()
      case .close:
        connection?.task.cancel()
        connection = nil
      case .send(let bytes): send(bytes)
      case .samples(let bytes, let microseconds):
        outlet?.emit(IQBlock(bytes: bytes, microseconds: microseconds), samples: bytes.count / 2)
      case .lost(let samples): outlet?.lose(samples: samples)
      case .changed: outlet?.emit(change: properties)
      case .notice(let notice): outlet?.emit(notice)
      }
    }
  }

  private func send(_ bytes: [UInt8]) {
    guard let writer = connection?.writer else { return }
    // Commands are rare and small, and must not delay samples while they wait for the network.
    Task { try? await writer.write(ByteBuffer(bytes: bytes)) }
  }

  private func connect() {
    serial += 1
    let serial = serial
    connection = Connection(serial: serial, task: Task { await self.converse(serial) }, writer: nil)
  }

  /// Opens one connection, and transfers bytes until it ends.
  private func converse(_ serial: Int) async {
    var reason = "the connection was closed"
    do {
      let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .connectTimeout(.seconds(5))
        .channelOption(.socketOption(.so_rcvbuf), value: 1 << 20)
        .connect(host: host, port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
          }
        }
      try await channel.executeThenClose { inbound, outbound in
        opened(outbound, serial)
        for try await buffer in inbound { received(buffer, serial) }
      }
    } catch { reason = ConnectionFailure.words(for: error) }
    ended(reason, serial)
  }

  private func opened(_ writer: NIOAsyncChannelOutboundWriter<ByteBuffer>, _ serial: Int) {
    guard connection?.serial == serial else { return }
    connection?.writer = writer
    perform(link.opened(at: MonotonicClock.microseconds))
    keepTime()
  }

  private func received(_ buffer: ByteBuffer, _ serial: Int) {
    guard connection?.serial == serial else { return }
    perform(link.received(Array(buffer.readableBytesView), at: MonotonicClock.microseconds))
  }

  private func ended(_ reason: String, _ serial: Int) {
    guard connection?.serial == serial else { return }
    connection = nil
    perform(link.closed(reason: reason, at: MonotonicClock.microseconds))
    keepTime()
  }
}
