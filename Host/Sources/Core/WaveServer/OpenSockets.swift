import NIOCore
import NIOWebSocket
import Synchronization

/// The open sockets of paired devices, which are closed when the device's access changes.
final class OpenSockets: Sendable {
  private let channels = Mutex<[String: [ObjectIdentifier: any Channel]]>([:])

  init() {}

  /// Registers a device's socket until it closes.
  func add(_ channel: any Channel, of device: String) {
    let key = ObjectIdentifier(channel)
    channels.withLock { $0[device, default: [:]][key] = channel }
    channel.closeFuture.whenComplete { _ in
      self.channels.withLock { channels in
        channels[device]?[key] = nil
        if channels[device]?.isEmpty == true { channels[device] = nil }
      }
    }
  }

  /// The identifiers of devices that have an open socket.
  var devices: [String] { channels.withLock { Array($0.keys) } }

  /// Closes a device's sockets with a close frame.
  func close(_ device: String, _ ending: CloseFrame) {
    let open = channels.withLock { $0[device].map { Array($0.values) } ?? [] }
    for channel in open { channel.pipeline.fireUserInboundEventTriggered(SocketEnding(frame: ending)) }
  }
}

/// An event that makes a socket's handler close it.
struct SocketEnding: Sendable {
  var frame: CloseFrame
}

extension CloseFrame {
  /// Closes a socket because the device's pairing was ended or its role changed, so the page must ask again.
  static let accessChanged = CloseFrame(code: .unknown(4001), reason: "what this device may do was changed")
}
