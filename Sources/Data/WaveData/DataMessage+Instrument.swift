public import WaveDataWire
public import WaveInteraction
import WaveWire

extension DataMessageReader: InstrumentMessageReader {}

extension DataMessage: InstrumentMessage {
  /// The type that parses messages from a server.
  public typealias Reader = DataMessageReader

  /// The client's first message.
  public static var greeting: DataMessage { .hello(DataHello()) }

  /// This message as a message common to all instruments; nil if it is specific to this instrument.
  public var shared: SharedMessage? {
    switch self {
    case .welcome(let welcome): .welcome(welcome)
    case .clockReply(let reply): .clockReply(reply)
    case .notice(let notice): .notice(notice)
    default: nil
    }
  }
}
