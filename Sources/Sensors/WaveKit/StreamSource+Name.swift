public import WaveSensorsWire

extension StreamSource {
  /// Describes a sensor whose channels all have the same rate.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - detail: A second line.
  ///   - rateHertz: The sample rate.
  ///   - channels: Its channels, in the order of the values in a frame.
  public init(_ name: String, detail: String = "", rateHertz: Double, channels: [StreamChannel]) {
    self.init(name, detail: detail, groups: [Group(rateHertz: rateHertz, channels: channels)])
  }

  /// Describes a sensor with a group of channels for each of its rates.
  public init(_ name: String, detail: String = "", groups: [Group]) {
    self.init(source: 0, name: Array(name.utf8), detail: Array(detail.utf8), groups: groups)
  }
}

extension StreamChannel {
  /// Describes a stream.
  ///
  /// - Parameters:
  ///   - label: The label, such as `accX`; leads of an electrocardiogram are recognised by their usual names.
  ///   - unit: The unit of its values, such as `mV`; empty for none.
  ///   - range: The expected values, which are the initial range on the screen.
  public init(_ label: String, unit: String = "", range: ClosedRange<Float>? = nil) {
    self.init(
      label: Array(label.utf8), unit: Array(unit.utf8), low: range?.lowerBound ?? .nan,
      high: range?.upperBound ?? .nan)
  }
}
