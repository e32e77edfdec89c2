import NIOCore
import NIOPosix
import WaveRadioFormats
import WaveSpectra
import WaveSystem
import WaveUnits

/// An rtl_tcp server without a receiver: what programs for rtl_tcp can be tried against.
///
/// As the original it serves one client at a time, the next ones wait; sends its header and then samples at
/// the commanded rate; obeys commands without answering; and drops the oldest samples when the client does
/// not read.
public actor RTLTCPSimulator {
  /// Where samples come from.
  public enum Content: Equatable, Sendable {
    /// A known air (`SimulatedAir`), drawn by a seed.
    case demo(seed: UInt64)
    /// A file of 8-bit IQ samples, repeated.
    case file(path: String)
  }

  private static let blocksPerSecond: Int64 = 100
  /// Two seconds wait for a client that does not read.
  private static let blocksWaiting = 200

  private var dongle: SimulatedDongle
  private let say: @Sendable (String) -> Void

  /// Prepares a server.
  ///
  /// - Parameters:
  ///   - content: Where samples come from.
  ///   - rateHertz: Samples in a second until a client commands another rate; a valid one.
  ///   - crystalError: By how many parts in a million its crystal is too fast.
  ///   - say: Called with a line for each thing that happens.
  /// - Throws: `ReceiverError` where the file cannot be read.
  public init(
    content: Content, rateHertz: UInt32? = nil, crystalError: Double = 0,
    say: @escaping @Sendable (String) -> Void
  ) throws(ReceiverError) {
    let supply: SimulatedDongle.Supply =
      switch content {
      case .demo(let seed): .air(SimulatedReceiver(seed: seed))
      case .file(let path): .loop(try FileLoop(path: path))
      }
    if let rateHertz, !RTLTCPRate.isValid(rateHertz) {
      throw .dongleRate(hertz: rateHertz)
    }
    dongle = SimulatedDongle(supply: supply, rateHertz: rateHertz, crystalError: crystalError)
    self.say = say
  }

  /// Serves until the task is cancelled.
  ///
  /// - Parameters:
  ///   - host: Address to listen on.
  ///   - port: Port; 0 picks a free one.
  ///   - whenBound: Called with the port once it listens.
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
    } catch {
      throw .listening(host: host, port: port, reason: "\(error)")
    }
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
          // Whichever ends first ends the others: as a rule the client has gone.
          try await group.next()
          group.cancelAll()
        }
      }
    } catch {
      if !(error is CancellationError) { say("client \(name): \(error)") }
    }
    continuation.finish()
    say("client \(name) gone")
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
      let wait = pacer.dueMicroseconds - MonotonicClock.microseconds
      if wait > 0 {
        try await Task.sleep(for: .microseconds(wait), tolerance: .milliseconds(1))
        continue
      }
      guard let turn = pacer.take(now: MonotonicClock.microseconds) else { continue }
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
