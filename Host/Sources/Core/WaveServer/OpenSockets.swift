import NIOCore
import NIOWebSocket
import Synchronization

/// The open sockets of paired devices; a device's sockets are closed when its access changes.
final class OpenSockets: Sendable {
  private let channels = Mutex<[String: [ObjectIdentifier: any Channel]]>([:])

  /// Registers a device's socket until the socket closes.
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

/// An event that makes a socket's handler close the socket.
struct SocketEnding: Sendable {
  var frame: CloseFrame
}

extension CloseFrame {
  /// The frame for a device whose pairing was ended or whose role changed; the page must request its role
  /// again.
  static let accessChanged = CloseFrame(code: .unknown(4001), reason: "the device's permissions were changed")
}
