import WaveUnits

extension LineSource {
  /// Opens `lines:/dev/ttyUSB0?baud=115200&rate=100`, `lines:tcp://host:port`, `lines:udp://:port` or `lines:-`.
  ///
  /// - Parameters:
  ///   - argument: What is written.
  ///   - listening: The address that datagrams are awaited at where none is written.
  /// - Throws: `DeviceError` with what to write instead.
  init(_ argument: SourceArgument, listening: String = SourceFactory.loopback) throws(DeviceError) {
    let rate = try argument.number("rate", in: 0.001...SampledLines.highestHertz)
    let path = argument.path
    if path == "-" {
      try argument.allow(["rate"])
      guard !PipeInput.standard.isTerminal else {
        throw DeviceError(
          what: "nothing is piped into it", place: "lines:-",
          advice: "Write for instance: my-sensor | waveglass serve lines:-")
      }
      self.init(carrier: PipedLines(input: .standard), name: "standard input", rateHertz: rate)
    } else if path.hasPrefix("tcp://") {
      try argument.allow(["rate"])
      let address = try NetworkAddress(path.dropFirst(6), example: "lines:tcp://host:port")
      guard !address.host.isEmpty else {
        throw DeviceError(what: "no host", place: "lines:" + path, advice: "Write lines:tcp://host:port")
      }
      self.init(
        carrier: TCPLines(host: address.host, port: address.port),
        name: "lines from \(address.host):\(address.port)", rateHertz: rate)
    } else if path.hasPrefix("udp://") {
      try argument.allow(["rate"])
      let address = try NetworkAddress(path.dropFirst(6), example: "lines:udp://:port")
      self.init(
        carrier: UDPLines(host: address.host.isEmpty ? listening : address.host, port: address.port),
        name: "lines at UDP port \(address.port)", rateHertz: rate)
    } else {
      try argument.allow(["baud", "rate"])
      let baud = Int(saturating: try argument.number("baud", in: 1...1e8) ?? Double(SerialPort.baud))
      guard let speed = SerialPort.bauds[baud] else {
        throw DeviceError(
          what: "baud=\(baud) cannot be set", place: "lines:" + path,
          advice: "Give one of "
            + SerialPort.bauds.keys.sorted().map { "\($0)" }.joined(separator: ", "))
      }
      let port = SerialPort(path: path, speed: speed)
      if let complaint = port.complaint() {
        throw DeviceError(what: complaint.what, place: path, advice: complaint.advice)
      }
      self.init(carrier: port, name: "lines from \(path)", rateHertz: rate)
    }
  }
}

/// A host and a port as they stand behind two slashes.
struct NetworkAddress: Equatable, Sendable {
  let host: String
  let port: Int

  /// Reads `host:port`, `[::1]:port` or `:port`.
  ///
  /// - Parameters:
  ///   - text: What is written; a slash at its end is passed over.
  ///   - standard: The port where none is written; nil where one must be.
  ///   - example: What to write, for who wrote it wrong.
  /// - Throws: `DeviceError` for what is no port.
  init(_ text: Substring, port standard: Int? = nil, example: String) throws(DeviceError) {
    var address = text
    while address.last == "/" { address.removeLast() }
    var number = standard
    // The last colon, unless it is one within an IPv6 address.
    if let colon = address.lastIndex(of: ":"), !address[colon...].contains("]") {
      number = Int(address[address.index(after: colon)...])
      guard let number, (1...65_535).contains(number) else {
        throw DeviceError(
          what: "\(address[colon...]) is no port", place: String(text), advice: "Write " + example)
      }
      address = address[..<colon]
    }
    guard let number else {
      throw DeviceError(what: "no port", place: String(text), advice: "Write " + example)
    }
    if address.hasPrefix("["), address.hasSuffix("]") { address = address.dropFirst().dropLast() }
    host = String(address)
    port = number
  }
}
