import WaveInteraction
import WaveUnits

/// The controls of the test bed.
extension Testbed {
  /// Appends the button that starts or cancels a run, at the bottom of the page.
  func appendAction(to list: inout ControlListBuilder<SensorsAction>) {
    var text = TextWriter()
    let count = plan.steps.count
    if isRunning {
      text.append("Cancel \u{00B7} step ")
      text.append(integer: progress?.step ?? count)
      text.append(" of ")
      text.append(integer: count)
    } else {
      text.append(results.isEmpty ? "Test this device" : "Test again")
      text.append(" \u{00B7} ")
      let seconds = Double(count) * (plan.settleSeconds + plan.measureSeconds + 0.3)
      text.append(seconds, decimals: 0)
      text.append(" s")
    }
    list.action(.testbed(.run), text: text.bytes)
  }

  /// Appends three sliders, and all measurements as text.
  func appendControls(to list: inout ControlListBuilder<SensorsAction>, _ motion: SensorsModel.Motion) {
    func slider(
      _ action: SensorsAction.Testbed, _ label: StaticString, _ fraction: Double, _ value: Int,
      _ unit: StaticString
    ) {
      var text = TextWriter()
      text.append(integer: value)
      text.append(unit)
      list.slider(.testbed(action), label: label, fraction: Float(fraction), text: text.bytes)
    }
    slider(.setStreams, "Streams", LogScale.streams.fraction(Double(setting.streams)), setting.streams, "")
    slider(.setRate, "Data rate", LogScale.rate.fraction(Double(setting.rateHertz)), setting.rateHertz, " Hz")
    let rates = Self.viewRates
    let place = rates.firstIndex { $0 >= viewRate } ?? rates.count - 1
    slider(.setViewRate, "View rate", Double(place) / Double(rates.count - 1), viewRate, " a second")
    list.segments(.setMotion, label: "Motion", options: ["Sweep", "Scroll"], selected: Int(motion.rawValue))
    list.fact(label: "Source", text: Texts.bytes("simulated, made on this device"))
    if !results.isEmpty {
      list.heading(label: "This device: median, 99 %, lost")
      for result in results { Self.appendFact(of: result, to: &list) }
    }
    list.heading(label: "The study of 2015")
    for series in Self.study {
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
        """))
  }

  private static func appendFact(of result: Result, to list: inout ControlListBuilder<SensorsAction>) {
    var label = TextWriter()
    result.setting.append(to: &label)
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
