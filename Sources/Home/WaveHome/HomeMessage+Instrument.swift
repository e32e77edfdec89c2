public import WaveHomeWire
public import WaveInteraction
import WaveWire

extension HomeMessageReader: InstrumentMessageReader {}

extension HomeMessage: InstrumentMessage {
  /// The type that reads messages from a server.
  public typealias Reader = HomeMessageReader

  /// The client's first message.
  public static var greeting: HomeMessage { .hello(HomeHello()) }

  /// This message as a message common to all instruments; nil if it is specific to Home.
  public var shared: SharedMessage? {
    switch self {
    case .welcome(let welcome): .welcome(welcome)
    case .clockReply(let reply): .clockReply(reply)
    case .notice(let notice): .notice(notice)
    default: nil
    }
  }
}
