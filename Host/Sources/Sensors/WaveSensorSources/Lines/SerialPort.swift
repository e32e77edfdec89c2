import Foundation
import WaveSystem

/// A serial port or other terminal, which delivers bytes unchanged as they arrive.
struct SerialPort: LineCarrier {
  /// The default baud rate.
  static let baud = 115_200
  /// The supported baud rates.
  static let bauds: [Int: speed_t] = {
    var known: [Int: speed_t] = [
      300: speed_t(B300), 1200: speed_t(B1200), 2400: speed_t(B2400), 4800: speed_t(B4800),
      9600: speed_t(B9600), 19_200: speed_t(B19200), 38_400: speed_t(B38400), 57_600: speed_t(B57600),
      115_200: speed_t(B115200), 230_400: speed_t(B230400),
    ]
    #if canImport(Glibc)
      let faster: [Int: speed_t] = [
        460_800: speed_t(B460800), 500_000: speed_t(B500000), 576_000: speed_t(B576000),
        921_600: speed_t(B921600), 1_000_000: speed_t(B1000000), 1_500_000: speed_t(B1500000),
        2_000_000: speed_t(B2000000), 3_000_000: speed_t(B3000000), 4_000_000: speed_t(B4000000),
      ]
      known.merge(faster) { $1 }
    #endif
    return known
  }()

  let path: String
  let speed: speed_t

  var name: String { path }
  var mayBeginInside: Bool { true }

  /// Reads bytes from the port until the device is removed.
  func carry(_ emit: @Sendable (LineArrival) async -> Void) async -> LineEnding {
    let descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return .lost(Self.words(errno)) }
    defer { close(descriptor) }
    if let code = set(descriptor) { return .lost(Self.words(code)) }
    return await carry(
      PipeInput(descriptor: descriptor), emit, atEnd: .lost("the device is no longer connected")
    ) { .lost(Self.words($0)) }
  }

  /// Sets the port to its baud rate, eight data bits and raw mode.
  /// - Returns: Nil on success, otherwise the system's error number.
  private func set(_ descriptor: Int32) -> Int32? {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return errno }
    cfmakeraw(&settings)
    settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
    guard cfsetspeed(&settings, speed) == 0, tcsetattr(descriptor, TCSANOW, &settings) == 0 else {
      return errno
    }
    // Discard data that was received earlier, because its arrival time is unknown.
    tcflush(descriptor, TCIFLUSH)
    return nil
  }

  /// Returns the error that prevents the port from being used; nil if it can be used.
  func complaint() -> SensorSourceError? {
    guard access(path, F_OK) == 0 else { return .noDevice(path: path, known: Self.known()) }
    guard access(path, R_OK | W_OK) == 0 else { return .deviceNotPermitted(path: path) }
    let descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return .deviceUnavailable(path: path, reason: Self.words(errno)) }
    defer { close(descriptor) }
    return isatty(descriptor) == 1 ? nil : .notSerialPort(path: path)
  }

  /// Returns the paths of this machine's serial ports.
  static func known() -> [String] {
    let kinds = ["ttyUSB", "ttyACM", "ttyAMA", "rfcomm", "cu.usb"]
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    return names.filter { name in kinds.contains { name.hasPrefix($0) } }.map { "/dev/" + $0 }.sorted()
  }

  private static func words(_ code: Int32) -> String {
    switch code {
    case ENOENT, ENXIO, ENODEV: "there is no such device"
    case EIO: "the device is no longer connected"
    case EACCES, EPERM: "this user is not allowed to open it"
    case EBUSY: "another program uses it"
    default: String(cString: strerror(code))
    }
  }
}
