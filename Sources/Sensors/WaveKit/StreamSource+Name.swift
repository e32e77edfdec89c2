public import WaveSensorsWire

extension StreamSource {
  /// Describes a sensor whose channels have one rate.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - detail: One line more.
  ///   - rateHertz: Samples in a second.
  ///   - channels: Its channels, in the order of the values that are handed in.
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
  ///   - label: What it is called, such as `accX`; leads of an electrocardiogram are known by their usual
  ///     names.
  ///   - unit: The unit of its values, such as `mV`; none unless given.
  ///   - range: The values that it is expected to have, which is what is seen at first.
  public init(_ label: String, unit: String = "", range: ClosedRange<Float>? = nil) {
    self.init(
      label: Array(label.utf8), unit: Array(unit.utf8), low: range?.lowerBound ?? .nan,
      high: range?.upperBound ?? .nan)
  }
}
