import WaveSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lines in the messages of one topic of an MQTT broker.
///
/// A message contains one or more lines.
struct MQTTLines: LineCarrier {
  let host: String
  let port: Int
  let topic: String
  let user: String?
  let password: String?
  let security: MQTTSecurity

  var name: String { "\(topic) at \(host):\(port)" }
  var mayBeginInside: Bool { false }

  func carry(_ emit: @Sendable (LineArrival) async -> Void) async -> LineEnding {
    let client = MQTTClient(self)
    if let reason = await client.connect() {
      await client.close()
      return .lost(reason)
    }
    while !Task.isCancelled {
      let turn = await client.turn()
      if turn.isOpened { await emit(.opened) }
      if !turn.messages.isEmpty { await emit(.lines(Array(turn.messages.joined(separator: [0x0A])))) }
      if turn.droppedMessages > 0 { await emit(.dropped(turn.droppedMessages)) }
      guard let ending = turn.ending else { continue }
      await client.close()
      return .lost(ending)
    }
    await client.close()
    return .over
  }
}

extension LineSource {
  /// Creates a subscription from an argument such as `mqtt://host:1883/topic?rate=10&user=me`.
  ///
  /// `mqtts://host:8883/topic` uses TLS; the broker's certificate is verified against the system's
  /// certificate authorities, or those in the file given with `ca=`.
  ///
  /// The password is read from the environment, as `WAVEGLASS_MQTT_PASSWORD`, because other users can read
  /// the command line.
  ///
  /// - Parameter argument: The source argument.
  /// - Throws: `SensorSourceError`, which describes the expected form.
  init(mqtt argument: SourceArgument) throws(SensorSourceError) {
    let example = "mqtt://host:1883/topic"
    let reader = ArgumentReader<SensorSourceError>(argument)
    try reader.allow(["rate", "user", "tls", "ca"])
    let isSecure = reader["tls"] == "yes"
    let rate = try reader.number("rate", in: 0.001...SampledLines.highestHertz)
    let parts = argument.path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let address = try reader.remoteAddress(
      parts[0], port: isSecure ? 8883 : 1883, example: example, place: argument.place)
    let topic = parts.count > 1 ? String(parts[1]) : ""
    guard !topic.isEmpty else { throw .noTopic(place: argument.place, example: example) }
    guard topic.utf8.count <= 512 else { throw .topicTooLong(place: argument.place, example: example) }
    guard !topic.contains("#"), !topic.contains("+") else { throw .severalTopics(topic) }
    let user = reader["user"]
    self.init(
      carrier: MQTTLines(
        host: address.host, port: address.port, topic: topic, user: user,
        password: user == nil ? nil : getenv("WAVEGLASS_MQTT_PASSWORD").map { String(cString: $0) },
        security: isSecure ? .tls(authorities: reader["ca"]) : .none),
      name: "\(topic) from \(address.host)", rateHertz: rate)
  }
}
