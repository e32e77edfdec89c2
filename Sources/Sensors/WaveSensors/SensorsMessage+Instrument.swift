public import WaveInteraction
public import WaveSensorsWire
import WaveWire

extension SensorsMessageReader: InstrumentMessageReader {}

extension SensorsMessage: InstrumentMessage {
  /// The reader for messages from a server.
  public typealias Reader = SensorsMessageReader

  /// The first message that a client sends.
  public static var greeting: SensorsMessage { .hello(SensorsHello()) }

  /// This message in the form shared by all instruments; nil if it is specific to this instrument.
  public var shared: SharedMessage? {
    switch self {
    case .welcome(let welcome): .welcome(welcome)
    case .clockReply(let reply): .clockReply(reply)
    case .notice(let notice): .notice(notice)
    default: nil
    }
  }
}
