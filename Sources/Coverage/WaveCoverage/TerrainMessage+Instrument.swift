public import WaveCoverageWire
public import WaveInteraction
import WaveWire

extension TerrainMessageReader: InstrumentMessageReader {}

extension TerrainMessage: InstrumentMessage {
  /// Reads messages from a server.
  public typealias Reader = TerrainMessageReader

  /// The client's first message.
  public static var greeting: TerrainMessage { .hello(TerrainHello()) }

  /// This message, if servers of all instruments send it; nil if it belongs to this instrument alone.
  public var shared: SharedMessage? {
    switch self {
    case .welcome(let welcome): .welcome(welcome)
    case .clockReply(let reply): .clockReply(reply)
    case .notice(let notice): .notice(notice)
    default: nil
    }
  }
}
