import NIOCore
import NIOPosix
import WaveRadioFormats
import WaveSpectra
import WaveSystem
import WaveUnits

/// An rtl_tcp server without a receiver, for testing programs that use rtl_tcp.
///
/// Like rtl_tcp itself, it serves one client at a time while others wait, sends its header and then samples
/// at the requested rate, executes commands without replying, and drops the oldest samples if the client does
/// not read them.
public actor RTLTCPSimulator {
  /// The source of the samples.
  public enum Content: Equatable, Sendable {
    /// Known transmitters (`SimulatedTransmitters`), generated from a seed.
    case demo(seed: UInt64)
    /// A file of 8-bit IQ samples, played in a loop.
    case file(path: String)
  }

  private static let blocksPerSecond: Int64 = 100
  /// The maximum number of blocks buffered for a client that does not read: two seconds of samples.
  private static let blocksWaiting = 200

  private var dongle: SimulatedDongle
  private let say: @Sendable (String) -> Void

  /// Creates a server without starting it.
  ///
  /// - Parameters:
  ///   - content: The source of the samples.
  ///   - rateHertz: The sample rate in hertz until a client requests a different one; must be valid.
  ///   - crystalError: The amount by which the crystal is too fast, in parts per million.
  ///   - say: Receives a line of text for each event.
  /// - Throws: `ReceiverError` if the file cannot be read.
  public init(
    content: Content, rateHertz: UInt32? = nil, crystalError: Double = 0,
    say: @escaping @Sendable (String) -> Void
  ) throws(ReceiverError) {
    let supply: SimulatedDongle.Supply =
      switch content {
      case .demo(let seed): .air(SimulatedReceiver(seed: seed))
      case .file(let path): .loop(try FileLoop(path: path))
      }
    if let rateHertz, !RTLTCPRate.isValid(rateHertz) { throw .dongleRate(hertz: rateHertz) }
    dongle = SimulatedDongle(supply: supply, rateHertz: rateHertz, crystalError: crystalError)
    self.say = say
  }

  /// Serves clients until the task is cancelled.
  ///
  /// - Parameters:
  ///   - host: The address on which to listen.
  ///   - port: The port; 0 selects a free port.
  ///   - whenBound: Called with the port once the server is listening.
  /// - Throws: `ReceiverError` if the port cannot be opened.
  public func run(
    host: String = "127.0.0.1", port: Int, whenBound: @Sendable (Int) -> Void
  ) async throws(ReceiverError) {
    do {
      let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .serverChannelOption(.backlog, value: 1)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .bind(host: host, port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
          }
        }
      whenBound(server.channel.localAddress?.port ?? port)
      try await server.executeThenClose { clients in
        for try await client in clients { await serve(client) }
      }
    } catch is CancellationError {
      return
    } catch { throw .listening(host: host, port: port, reason: "\(error)") }
  }

  private func serve(_ client: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async {
    let name = client.channel.remoteAddress.map { "\($0)" } ?? "a client"
    say("client \(name) connected")
    let (blocks, continuation) = AsyncStream.makeStream(
      of: ByteBuffer.self, bufferingPolicy: .bufferingNewest(Self.blocksWaiting))
    do {
      try await client.executeThenClose { commands, samples in
        try await samples.write(ByteBuffer(bytes: dongle.header.bytes))
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await self.obey(commands) }
          group.addTask { try await self.produce(continuation) }
          group.addTask {
            for await block in blocks { try await samples.write(block) }
          }
          // If one task ends, usually because the client has disconnected, the others are cancelled.
          try await group.next()
          group.cancelAll()
        }
      }
    } catch {
      if !(error is CancellationError) { say("client \(name): \(error)") }
    }
    continuation.finish()
    say("client \(name) disconnected")
  }

  private func obey(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async throws {
    var reader = RTLTCPCommandReader()
    for try await buffer in inbound {
      for command in reader.read(Array(buffer.readableBytesView).span) { say(dongle.obey(command)) }
    }
  }

  private func produce(_ continuation: AsyncStream<ByteBuffer>.Continuation) async throws {
    var pacer = RowPacer(
      rowsPerSecond: Self.blocksPerSecond, startMicroseconds: MonotonicClock.microseconds,
      patience: Int64(Self.blocksWaiting))
    var owed = 0.0
    var dropped = 0
    var saidAt: Int64 = 0
    while !Task.isCancelled {
      if await MonotonicClock.sleep(until: pacer.dueMicroseconds) { continue }
      guard let turn = pacer.nextRow(now: MonotonicClock.microseconds) else { continue }
      dongle.pass(seconds: Double(turn.lost) / Double(Self.blocksPerSecond))
      owed += Double(dongle.rateHertz) / Double(Self.blocksPerSecond)
      let count = Int(saturating: owed)
      owed -= Double(count)
      var bytes: [UInt8] = []
      try dongle.append(count: count, to: &bytes)
      if case .dropped(let oldest) = continuation.yield(ByteBuffer(bytes: bytes)) {
        dropped += oldest.readableBytes / 2
      }
      let now = MonotonicClock.microseconds
      if dropped > 0, now - saidAt > 1_000_000 {
        say("the client is too slow: dropped the oldest \(dropped) samples")
        dropped = 0
        saidAt = now
      }
      await Task.yield()
    }
  }
}
