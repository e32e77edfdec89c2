public import WaveInteraction
public import WaveSensorsWire
import WaveWire

extension SensorsMessageReader: InstrumentMessageReader {}

extension SensorsMessage: InstrumentMessage {
  /// Reads messages from a server.
  public typealias Reader = SensorsMessageReader

  /// The client's first message.
  public static var greeting: SensorsMessage { .hello(SensorsHello()) }

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
