import CMosquitto
import WaveSystem

/// The security of a connection to a broker.
enum MQTTSecurity: Equatable, Sendable {
  case none
  /// TLS; the broker's certificate is verified against the system's certificate authorities, or those in a
  /// file.
  case tls(authorities: String?)
}

/// A subscription to a topic of an MQTT broker, using libmosquitto. It waits for the network on a separate
/// queue.
actor MQTTClient {
  /// The maximum size of a message in bytes; longer messages are skipped.
  static let messageBytes = 65_536
  /// A substitute for a message that is too long.
  ///
  /// The line reader rejects it, because it exceeds the maximum length of a line.
  private static let longLine = [UInt8](repeating: 0x30, count: 20_000)
  /// The maximum number of messages received in one iteration of the network loop.
  static let turnMessages = 4096
  /// The time without traffic after which the broker is pinged, in seconds.
  private static let keepalive: Int32 = 5
  /// The maximum time in milliseconds that one iteration of the network loop waits.
  private static let patience: Int32 = 100

  /// The folder of the certificate authorities that the system trusts.
  private static let systemAuthorities = "/etc/ssl/certs"

  /// The results of one iteration of the network loop.
  struct Turn: Sendable {
    /// The received messages, oldest first.
    var messages: [[UInt8]] = []
    /// The number of messages dropped because the limit for one iteration was reached.
    var droppedMessages = 0
    /// Whether the broker has just accepted the connection.
    var isOpened = false
    /// The reason why the connection ended; nil while it is open.
    var ending: String?
  }

  /// A buffer for the results of the library's callbacks.
  private final class Inbox {
    var turn = Turn()
    let topic: String
    init(topic: String) { self.topic = topic }
  }

  private let executor = QueueExecutor(label: "waveglass.mqtt")
  private let subscription: MQTTLines
  private let inbox: Inbox
  private var client: OpaquePointer?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates a subscription without connecting to the broker.
  init(_ subscription: MQTTLines) {
    self.subscription = subscription
    inbox = Inbox(topic: subscription.topic)
  }

  private static let isReady: Bool = mosquitto_lib_init() == Int32(MOSQ_ERR_SUCCESS.rawValue)

  /// Connects to the broker.
  /// - Returns: The reason for a failure; nil if the connection attempt is in progress.
  func connect() -> String? {
    close()
    inbox.turn = Turn()
    guard Self.isReady, let client = mosquitto_new(nil, true, Unmanaged.passUnretained(inbox).toOpaque())
    else { return "there is not enough memory" }
    self.client = client
    if let user = subscription.user { mosquitto_username_pw_set(client, user, subscription.password) }
    if case .tls(let authorities) = subscription.security {
      let code = mosquitto_tls_set(
        client, authorities, authorities == nil ? Self.systemAuthorities : nil, nil, nil, nil)
      guard code == Int32(MOSQ_ERR_SUCCESS.rawValue) else {
        return "the certificates of the authorities cannot be read"
      }
    }
    mosquitto_connect_callback_set(client) { client, inbox, code in
      guard let client, let inbox else { return }
      let own = Unmanaged<Inbox>.fromOpaque(inbox).takeUnretainedValue()
      guard code == 0 else {
        own.turn.ending = String(cString: mosquitto_connack_string(code))
        return
      }
      own.turn.isOpened = true
      mosquitto_subscribe(client, nil, own.topic, 0)
    }
    mosquitto_message_callback_set(client) { _, inbox, message in
      guard let inbox, let message = message?.pointee else { return }
      let own = Unmanaged<Inbox>.fromOpaque(inbox).takeUnretainedValue()
      // Skip messages that the broker retained, because the times of their samples are unknown.
      guard !message.retain, message.payloadlen > 0, let payload = message.payload else { return }
      guard own.turn.messages.count < MQTTClient.turnMessages else {
        own.turn.droppedMessages += 1
        return
      }
      guard message.payloadlen <= MQTTClient.messageBytes else {
        // Substitute a line that is too long, so that one missing frame is counted and reported.
        own.turn.messages.append(MQTTClient.longLine)
        return
      }
      own.turn.messages.append(Array(UnsafeRawBufferPointer(start: payload, count: Int(message.payloadlen))))
    }
    let code = mosquitto_connect(client, subscription.host, Int32(subscription.port), Self.keepalive)
    return code == Int32(MOSQ_ERR_SUCCESS.rawValue) ? nil : Self.words(code)
  }

  /// Runs one iteration of the library's network loop, and returns the results.
  func turn() -> Turn {
    guard let client else { return Turn(ending: "not connected") }
    let code = mosquitto_loop(client, Self.patience, 1)
    var turn = inbox.turn
    inbox.turn = Turn()
    if turn.ending == nil, code != Int32(MOSQ_ERR_SUCCESS.rawValue) { turn.ending = Self.words(code) }
    return turn
  }

  /// Closes the connection to the broker.
  func close() {
    guard let client else { return }
    mosquitto_disconnect(client)
    mosquitto_destroy(client)
    self.client = nil
  }

  private static func words(_ code: Int32) -> String {
    switch code {
    case Int32(MOSQ_ERR_CONN_LOST.rawValue): "the broker has ended the connection"
    case Int32(MOSQ_ERR_EAI.rawValue): "there is no host with that name"
    case Int32(MOSQ_ERR_KEEPALIVE.rawValue): "the broker does not answer"
    case Int32(MOSQ_ERR_ERRNO.rawValue): "the broker cannot be reached"
    case Int32(MOSQ_ERR_TLS.rawValue):
      "the broker\u{2019}s certificate is not trusted, or the broker does not use TLS there"
    default: String(cString: mosquitto_strerror(code))
    }
  }
}
