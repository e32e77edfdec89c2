import WaveSystem
import WaveUnits

extension LineSource {
  /// Creates a source from `lines:/dev/ttyUSB0?baud=115200&rate=100`, `lines:tcp://host:port`,
  /// `lines:udp://:port` or `lines:-`.
  ///
  /// - Parameters:
  ///   - argument: The source argument.
  ///   - listening: The address on which to receive datagrams if the argument does not specify one.
  /// - Throws: `SensorSourceError`, which describes the expected form.
  init(_ argument: SourceArgument, listening: String = SensorFactory.loopback) throws(SensorSourceError) {
    let reader = ArgumentReader<SensorSourceError>(argument)
    let rate = try reader.number("rate", in: 0.001...SampledLines.highestHertz)
    let path = argument.path
    let isSerial = path != "-" && !path.hasPrefix("tcp://") && !path.hasPrefix("udp://")
    try reader.allow(isSerial ? ["baud", "rate"] : ["rate"])
    if path == "-" {
      guard !PipeInput.standard.isTerminal else { throw .nothingPiped }
      self.init(carrier: PipedLines(input: .standard), name: "standard input", rateHertz: rate)
    } else if path.hasPrefix("tcp://") {
      let address = try reader.remoteAddress(
        path.dropFirst(6), example: "lines:tcp://host:port", place: argument.place)
      self.init(
        carrier: TCPLines(host: address.host, port: address.port),
        name: "lines from \(address.host):\(address.port)", rateHertz: rate)
    } else if path.hasPrefix("udp://") {
      let address = try reader.address(path.dropFirst(6), example: "lines:udp://:port")
      self.init(
        carrier: UDPLines(host: address.host.isEmpty ? listening : address.host, port: address.port),
        name: "lines at UDP port \(address.port)", rateHertz: rate)
    } else {
      let baud = Int(saturating: try reader.number("baud", in: 1...1e8) ?? Double(SerialPort.baud))
      guard let speed = SerialPort.bauds[baud] else {
        throw .invalidBaud(baud, place: argument.place, known: SerialPort.bauds.keys.sorted())
      }
      let port = SerialPort(path: path, speed: speed)
      if let complaint = port.complaint() { throw complaint }
      self.init(carrier: port, name: "lines from \(path)", rateHertz: rate)
    }
  }
}
