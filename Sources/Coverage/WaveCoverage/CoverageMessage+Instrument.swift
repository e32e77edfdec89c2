public import WaveCoverageWire
public import WaveInteraction
import WaveWire

extension CoverageMessageReader: InstrumentMessageReader {}

extension CoverageMessage: InstrumentMessage {
  /// The type that reads messages from a server.
  public typealias Reader = CoverageMessageReader

  /// The client's first message.
  public static var greeting: CoverageMessage { .hello(CoverageHello()) }

  /// The equivalent message shared by all instruments; nil if only this instrument has such a message.
  public var shared: SharedMessage? {
    switch self {
    case .welcome(let welcome): .welcome(welcome)
    case .clockReply(let reply): .clockReply(reply)
    case .notice(let notice): .notice(notice)
    default: nil
    }
  }
}
