import WaveSensorsWire
public import WaveSystem
import WaveUnits
import WaveWire

/// A factory for sensor sources that are specified by command-line arguments.
public enum SensorFactory {
  /// The loopback address, which only this machine can reach.
  public static let loopback = "127.0.0.1"
  /// The schemes of sensor sources other than `demo:` and `file:`.
  public static let schemes: [SourceScheme] = [.lines, .mqtt, .phyphox, .sensorLogger]
  /// The names of simulated sensors that can follow `demo:`.
  public static let demonstrations = ["ecg", "imu", "streams"]

  /// Returns whether the text of an argument is enough to identify a sensor source.
  ///
  /// The result is false for a path, even if the file is a sensor recording.
  public static func isSensors(_ argument: SourceArgument) -> Bool {
    schemes.contains(argument.scheme) || argument.scheme == .demo && !argument.path.isEmpty
  }

  /// Opens a sensor source: `demo:ecg`, `demo:imu`, `demo:streams?count=64&rate=1k`, a signal file, a folder
  /// of signal files, `lines:/dev/ttyUSB0?baud=115200`, `lines:tcp://host:port`, `lines:udp://:port`,
  /// `lines:-`, `mqtt://host/topic`, `phyphox://host` or `sensorlogger:8000`.
  ///
  /// - Parameters:
  ///   - argument: The user's argument.
  ///   - listening: The address on which sources listen for pushed data if the argument does not specify one.
  /// - Returns: A source that has not been started; nil if the argument does not specify sensors.
  /// - Throws: `SensorSourceError`, which describes the expected form.
  public static func open(
    _ argument: SourceArgument, listening: String = SensorFactory.loopback
  ) throws(SensorSourceError) -> (any SensorSource)? {
    switch argument.scheme {
    case .file: return try recording(argument)
    case .demo where !argument.path.isEmpty: return try simulated(argument)
    case .lines: return try LineSource(argument, listening: listening)
    case .mqtt: return try LineSource(mqtt: argument)
    case .phyphox: return try PhyphoxSource(argument)
    case .sensorLogger: return try SensorLoggerSource(argument, listening: listening)
    default: return nil
    }
  }

  /// Opens a recording or a folder of recordings; returns nil if a file is not a sensor recording.
  private static func recording(_ argument: SourceArgument) throws(SensorSourceError) -> (any SensorSource)? {
    let reader = ArgumentReader<SensorSourceError>(argument)
    if FolderFiles.isFolder(argument.path) {
      try reader.allow(["speed"])
      return try RecordingFolderSource(
        path: argument.path, speed: try reader.number("speed", in: 0...1e6) ?? 1)
    }
    guard SignalFile.isRecording(path: argument.path) else { return nil }
    try reader.allow(["speed", "rate"])
    let file = try SignalFile(path: argument.path, rateHertz: try reader.number("rate", in: 1e-3...1e9))
    return try SignalPlayer(file, speed: try reader.number("speed", in: 0...1e6) ?? 1)
  }

  private static func simulated(_ argument: SourceArgument) throws(SensorSourceError) -> any SensorSource {
    let reader = ArgumentReader<SensorSourceError>(argument)
    guard argument.path == "streams" else {
      try reader.allow(["seed"])
      let seed = UInt64(saturating: try reader.number("seed", in: 0...9e15) ?? 1)
      return SimulatedSensors(argument.path == "imu" ? .motion(seed: seed) : .ecg(seed: seed))
    }
    try reader.allow(["count", "rate"])
    let count = try reader.number("count", in: 1...Double(WireLimits.channels)) ?? 13
    let rate = try reader.number("rate", in: 1...100_000) ?? 1000
    return SimulatedSensors(.streams(count: Int(saturating: count), rateHertz: Int(saturating: rate)))
  }

  /// Returns the address that a sensor source connects to, such as a serial bridge, a broker or a phone.
  ///
  /// - Parameter argument: The user's argument.
  /// - Returns: The host and the port; nil for sources that do not connect to an address.
  /// - Throws: `SensorSourceError`, which describes the expected form.
  public static func address(of argument: SourceArgument) throws(SensorSourceError) -> NetworkAddress? {
    let reader = ArgumentReader<SensorSourceError>(argument)
    switch argument.scheme {
    case .lines where argument.path.hasPrefix("tcp://"):
      return try reader.address(argument.path.dropFirst(6), example: "lines:tcp://host:port")
    case .mqtt:
      return try reader.address(
        argument.path.prefix { $0 != "/" }, port: reader["tls"] == "yes" ? 8883 : 1883,
        example: "mqtt://host:1883/topic")
    case .phyphox:
      return try reader.address(argument.path[...], port: PhyphoxSource.port, example: PhyphoxSource.example)
    default: return nil
    }
  }
}

extension SourceScheme {
  /// The scheme for sensors that write lines.
  static let lines = SourceScheme(
    prefix: "lines:",
    path: .required(
      missing: "no path",
      advice: "Write lines:/dev/ttyUSB0, lines:tcp://host:port, lines:udp://:port or lines:-"))
  /// The scheme for sensors whose samples are forwarded by an MQTT broker.
  static let mqtt = SourceScheme(
    prefix: "mqtt://", securePrefix: "mqtts://",
    path: .required(missing: "no host", advice: "Write mqtt://host:1883/topic"))
  /// The scheme for a phone's sensors that are read through phyphox.
  static let phyphox = SourceScheme(
    prefix: "phyphox://", path: .required(missing: "no host", advice: "Write " + PhyphoxSource.example))
  /// The scheme for a phone's sensors that are pushed by Sensor Logger.
  static let sensorLogger = SourceScheme(
    prefix: "sensorlogger:", path: .required(missing: "no host", advice: "Write sensorlogger:8000"))
}
