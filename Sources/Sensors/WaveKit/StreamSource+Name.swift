public import WaveSensorsWire

extension StreamSource {
  /// Creates the description of a sensor whose channels all have the same rate.
  ///
  /// - Parameters:
  ///   - name: The name of the sensor.
  ///   - detail: A second line of text.
  ///   - rateHertz: The sample rate in hertz.
  ///   - channels: The channels, in the order of the values in a frame.
  public init(_ name: String, detail: String = "", rateHertz: Double, channels: [StreamChannel]) {
    self.init(name, detail: detail, groups: [Group(rateHertz: rateHertz, channels: channels)])
  }

  /// Creates the description of a sensor with a group of channels for each sample rate.
  public init(_ name: String, detail: String = "", groups: [Group]) {
    self.init(source: 0, name: Array(name.utf8), detail: Array(detail.utf8), groups: groups)
  }
}

extension StreamChannel {
  /// Creates the description of a channel.
  ///
  /// - Parameters:
  ///   - label: The label, such as `accX`; electrocardiogram leads are recognised by their usual names.
  ///   - unit: The unit of the values, such as `mV`; empty for none.
  ///   - range: The expected range of values, which is shown initially.
  public init(_ label: String, unit: String = "", range: ClosedRange<Float>? = nil) {
    self.init(
      label: Array(label.utf8), unit: Array(unit.utf8), low: range?.lowerBound ?? .nan,
      high: range?.upperBound ?? .nan)
  }
}
