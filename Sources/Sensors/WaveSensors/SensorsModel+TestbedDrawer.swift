import WaveInteraction
import WaveUnits

/// The test bed's controls.
extension SensorsModel {
  /// The button at the foot of the page.
  func appendTestbedAction(to list: inout ControlListBuilder<SensorsAction>) {
    guard let testbed else { return }
    var text = TextWriter()
    let count = testbed.plan.steps.count
    if let run = testbed.run {
      text.append("Cancel \u{00B7} step ")
      text.append(integer: Swift.min(run.step + 1, count))
      text.append(" of ")
      text.append(integer: count)
    } else {
      text.append(testbed.results.isEmpty ? "Test this device" : "Test again")
      text.append(" \u{00B7} ")
      let seconds = Double(count) * (testbed.plan.settleSeconds + testbed.plan.measureSeconds + 0.3)
      text.append(seconds, decimals: 0)
      text.append(" s")
    }
    list.action(.testbed(.run), text: text.bytes)
  }

  /// What is said once of a run.
  var testbedHint: [UInt8] {
    Texts.bytes(
      """
      How soon this device draws what arrives: the button tries many streams and rates. Sliders are at \
      \u{2039}
      """
    )
  }

  /// What a screen reader is told of a run.
  func appendTestbedReading(to text: inout TextWriter) {
    guard let testbed, !testbed.isRunning, let last = testbed.results(of: .streams).last else { return }
    text.append(testbed.wasCancelled ? ", test cancelled" : ", test done")
    text.append(": ")
    Self.append(last.setting, to: &text)
    text.append(", 99 % within ")
    text.append(bytes: Self.milliseconds(last.figures.percentile99))
  }

  /// Three sliders, and all figures in words.
  func appendTestbedDrawer(to list: inout ControlListBuilder<SensorsAction>) {
    guard let testbed else { return }
    func slider(
      _ action: SensorsAction.Testbed, _ label: StaticString, _ fraction: Double, _ value: Int,
      _ unit: StaticString
    ) {
      var text = TextWriter()
      text.append(integer: value)
      text.append(unit)
      list.slider(.testbed(action), label: label, fraction: Float(fraction), text: text.bytes)
    }
    let setting = testbed.setting
    slider(
      .setStreams, "Streams", LogScale.streams.fraction(Double(setting.streams)), setting.streams, "")
    slider(
      .setRate, "Data rate", LogScale.rate.fraction(Double(setting.rateHertz)),
      setting.rateHertz,
      " Hz")
    let rates = Testbed.viewRates
    let place = rates.firstIndex { $0 >= testbed.viewRate } ?? rates.count - 1
    slider(
      .setViewRate, "View rate", Double(place) / Double(rates.count - 1), testbed.viewRate,
      " a second")
    list.segments(
      .setMotion, label: "Motion", options: ["Sweep", "Scroll"], selected: Int(motion.rawValue))
    list.fact(label: "Source", text: Texts.bytes("simulated, made on this device"))
    if !testbed.results.isEmpty {
      list.heading(label: "This device: median, 99 %, lost")
      for index in testbed.results.indices { appendFact(of: index, to: &list) }
    }
    list.heading(label: "The study of 2015")
    for series in Testbed.study {
      var text = TextWriter()
      text.append(series.condition)
      text.append(": ")
      text.append(series.outcome)
      list.fact(label: series.device, text: text.bytes)
    }
    list.fact(
      label: "There",
      text: Texts.bytes(
        """
        from a sample\u{2019}s arrival to its submission for drawing, less the refresh interval; here to the \
        drawn frame, nothing taken off
        """
      ))
  }

  private func appendFact(of index: Int, to list: inout ControlListBuilder<SensorsAction>) {
    guard let result = testbed?.results[index] else { return }
    var label = TextWriter()
    Self.append(result.setting, to: &label)
    var text = TextWriter()
    if result.figures.median.isNaN {
      text.append("nothing was drawn")
    } else {
      text.append(bytes: Self.milliseconds(result.figures.median))
      text.append(", ")
      text.append(bytes: Self.milliseconds(result.figures.percentile99))
      text.append(", ")
      text.append(integer: result.figures.lost)
    }
    list.fact(label: label.bytes, text: text.bytes)
  }
}
