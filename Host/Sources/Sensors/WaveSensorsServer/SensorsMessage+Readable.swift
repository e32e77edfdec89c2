import WaveSensorsWire
import WaveServer
import WaveWire

extension SensorsMessage {
  /// Whether a client can decode the message, because it is within the limits of the wire format.
  var isReadable: Bool {
    var bytes: [UInt8] = []
    encodeFromServer(into: &bytes)
    var reader = SensorsMessageReader(limit: WireLimits.serverMessageBytes)
    return (try? reader.nextFromServer(in: bytes.span.bytes)) != nil
  }
}

extension StreamSource {
  /// A copy of the description without groups, and with the default length and start time.
  var withoutNumbers: StreamSource {
    StreamSource(source: source, flags: flags, name: name, detail: detail, groups: [])
  }
}

extension SourceControls {
  /// The controls that a client can decode.
  var readable: SourceControls { readable { SensorsMessage.controls($0).isReadable } }
}
