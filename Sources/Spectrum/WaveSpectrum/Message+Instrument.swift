public import WaveInteraction
public import WaveSpectrumWire

extension MessageReader: InstrumentMessageReader {}

extension Message: InstrumentMessage {
  /// The type that reads messages from a server.
  public typealias Reader = MessageReader

  /// The client's first message to the server.
  public static var greeting: Message { .hello(Hello()) }

  /// The message in the form shared by all instruments; nil if it is specific to this instrument.
  public var shared: SharedMessage? {
    switch self {
    case .welcome(let welcome): .welcome(welcome)
    case .clockReply(let reply): .clockReply(reply)
    case .notice(let notice): .notice(notice)
    default: nil
    }
  }
}
