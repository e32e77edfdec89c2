public import WaveDataWire
public import WaveInteraction
import WaveWire

extension TableMessageReader: InstrumentMessageReader {}

extension TableMessage: InstrumentMessage {
  /// Reads what a server sends.
  public typealias Reader = TableMessageReader

  /// The client's first message.
  public static var greeting: TableMessage { .hello(TablesHello()) }

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
