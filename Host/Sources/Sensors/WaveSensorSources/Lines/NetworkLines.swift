import NIOCore
import NIOPosix
import WaveSystem

/// Lines received over a TCP connection that this program opens.
struct TCPLines: LineCarrier {
  let host: String
  let port: Int

  var name: String { "\(host):\(port)" }
  /// Whether reading can start in the middle of a line.
  ///
  /// It can, because the sender may be a serial bridge.
  var mayBeginInside: Bool { true }

  func carry(_ emit: @Sendable (LineArrival) async -> Void) async -> LineEnding {
    do {
      let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .connectTimeout(.seconds(5))
        .channelOption(.socketOption(.so_keepalive), value: 1)
        .connect(host: host, port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            try NIOAsyncChannel<ByteBuffer, Never>(wrappingChannelSynchronously: channel)
          }
        }
      try await channel.executeThenClose { inbound, _ in
        await emit(.opened)
        for try await buffer in inbound { await emit(.bytes(Array(buffer.readableBytesView))) }
      }
      return .lost("the connection was closed")
    } catch { return .lost(ConnectionFailure.words(for: error)) }
  }
}

/// Lines in UDP datagrams sent to a port of this machine.
///
/// A datagram contains one or more lines.
struct UDPLines: LineCarrier {
  /// The maximum size of a datagram in bytes.
  private static let datagramBytes = 65_536

  /// The address to listen on: loopback, one of this machine's addresses, or `0.0.0.0` for all.
  let host: String
  let port: Int

  var name: String { "UDP port \(port)" }
  var mayBeginInside: Bool { false }

  func carry(_ emit: @Sendable (LineArrival) async -> Void) async -> LineEnding {
    do {
      let channel = try await DatagramBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .channelOption(.socketOption(.so_rcvbuf), value: 1 << 20)
        .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.datagramBytes))
        .bind(host: host, port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            try NIOAsyncChannel<AddressedEnvelope<ByteBuffer>, Never>(wrappingChannelSynchronously: channel)
          }
        }
      try await channel.executeThenClose { inbound, _ in
        await emit(.opened)
        for try await envelope in inbound { await emit(.lines(Array(envelope.data.readableBytesView))) }
      }
      return .lost("listening has stopped")
    } catch { return .lost(ConnectionFailure.words(for: error)) }
  }
}

/// Lines read from a pipe.
struct PipedLines: LineCarrier {
  let input: PipeInput

  var name: String { "standard input" }
  var mayBeginInside: Bool { false }

  func carry(_ emit: @Sendable (LineArrival) async -> Void) async -> LineEnding {
    await carry(input, emit, atEnd: .over) {
      .failed("it can no longer be read (error \($0)). Start the pipe again")
    }
  }
}
