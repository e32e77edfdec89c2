import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// The controls of the test bed.
extension Testbed {
  /// Appends the button that starts or cancels a run, at the bottom of the page.
  func appendAction(to list: inout ControlListBuilder<SensorsAction>) {
    let count = plan.steps.count
    let seconds = Double(count) * (plan.settleSeconds + plan.measureSeconds + 0.3)
    let text: TextWriter =
      isRunning
      ? "Cancel \u{00B7} step \(progress?.step ?? count) of \(count)"
      : "\(results.isEmpty ? "Test this device" : "Test again") \u{00B7} \(seconds, decimals: 0) s"
    list.action(.testbed(.run), text: text.bytes)
  }

  /// Appends three sliders, and all measurements as text.
  func appendControls(to list: inout ControlListBuilder<SensorsAction>, _ motion: SensorsModel.Motion) {
    func slider(
      _ action: SensorsAction.Testbed, _ label: StaticString, _ fraction: Double, _ value: Int,
      _ unit: StaticString
    ) {
      let text = TextWriter("\(value)\(unit)").bytes
      list.slider(.testbed(action), label: label, fraction: Float(fraction), text: text)
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
      for result in results {
        let figures = result.figures
        let (median, most) = (Self.milliseconds(figures.median), Self.milliseconds(figures.percentile99))
        let text: TextWriter =
          figures.median.isNaN ? "nothing was drawn" : "\(median), \(most), \(figures.lost)"
        list.fact(label: result.setting.text, text: text.bytes)
      }
    }
    list.heading(label: "The study of 2015")
    for series in Self.study {
      list.fact(label: series.device, text: TextWriter("\(series.condition): \(series.outcome)").bytes)
    }
    list.fact(
      label: "There",
      text: Texts.bytes(
        """
        from a sample\u{2019}s arrival to its submission for drawing, less the refresh interval; here to the \
        drawn frame, nothing taken off
        """))
  }
}
