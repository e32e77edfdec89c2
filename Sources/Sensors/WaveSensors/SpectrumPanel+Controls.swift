import WaveInteraction

extension SpectrumPanel {
  /// The names of the window functions, in the order of their numbers on the wire.
  static var windowNames: [[UInt8]] {
    let names: [StaticString] = ["Rectangular", "Hann", "Blackman-Harris", "Nuttall", "Flat-top"]
    return names.map { Texts.bytes($0) }
  }

  /// Appends the controls of the panel, listing the names of the source's streams.
  func appendControls(to list: inout ControlListBuilder<SensorsAction>, _ streams: [[UInt8]]) {
    list.toggle(.spectrum(.show), label: "Spectrum of a stream", isOn: channel != nil)
    guard let channel else { return }
    list.choices(.spectrum(.chooseStream), label: "Spectrum of", options: streams, selected: channel)
    list.segments(
      .spectrum(.setResolution), label: "Resolution", options: ["Finest", "Finer", "Smoother"],
      selected: smoothness)
    list.segments(
      .spectrum(.setScale), label: "Values", options: ["dB of a tone", "Density, per \u{221A}Hz"],
      selected: Int(scale.rawValue))
    list.choices(.spectrum(.setWindow), label: "Window", options: Self.windowNames, selected: Int(window))
  }
}
