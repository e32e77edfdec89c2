public import WaveInteraction
public import WaveSpectrumWire
import WaveWire

extension MessageReader: InstrumentMessageReader {}

extension Message: InstrumentMessage {
  /// Reads messages from a server.
  public typealias Reader = MessageReader

  /// The client's first message.
  public static var greeting: Message { .hello(Hello()) }

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
