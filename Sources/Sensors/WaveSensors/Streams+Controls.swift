import WaveInteraction
import WaveSensorsWire

extension Streams {
  /// The maximum number of streams listed in the drawer.
  private static let listedStreams = 96

  /// Appends a toggle for each stream.
  func appendToggles(to list: inout ControlListBuilder<SensorsAction>, of source: StreamSource) {
    list.heading(label: "Streams")
    for channel in order.prefix(Self.listedStreams) where channel < Self.listedStreams {
      guard let info = source.channel(channel) else { continue }
      list.setting(.toggle, .showStream(channel), label: info.label, isOn: !hidden.contains(channel))
    }
  }
}
