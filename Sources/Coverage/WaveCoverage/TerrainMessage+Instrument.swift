public import WaveCoverageWire
public import WaveInteraction
import WaveWire

extension TerrainMessageReader: InstrumentMessageReader {}

extension TerrainMessage: InstrumentMessage {
  /// Reads what a server sends.
  public typealias Reader = TerrainMessageReader

  /// The client's first message.
  public static var greeting: TerrainMessage { .hello(TerrainHello()) }

  /// The same as a message that every server sends; nil where it is of this instrument alone.
  public var shared: SharedMessage? {
    switch self {
    case .welcome(let welcome): .welcome(welcome)
    case .clockReply(let reply): .clockReply(reply)
    case .notice(let notice): .notice(notice)
    default: nil
    }
  }
}
