public import WaveInteraction
public import WaveSensorsWire
import WaveWire

extension StreamMessageReader: InstrumentMessageReader {}

extension StreamMessage: InstrumentMessage {
  /// Reads what a server sends.
  public typealias Reader = StreamMessageReader

  /// The client's first message.
  public static var greeting: StreamMessage { .hello(StreamsHello()) }

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
