import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// What can be set at the receiver: its own controls, drawn and touched like those of the drawer.
extension SpectrumModel {
  /// Where the controls of the source that is shown are kept; nil where there are none for this device.
  private var receiverPlace: Int? {
    isViewOnly ? nil : allControls.firstIndex { $0.source == source?.source }
  }

  mutating func receive(_ controls: SourceControls) {
    if let place = allControls.firstIndex(where: { $0.source == controls.source }) {
      allControls[place] = controls
    } else {
      allControls.append(controls)
    }
    redraw()
  }

  /// Appends the section of the drawer.
  func appendReceiver(to list: inout ControlListBuilder<SpectrumAction>) {
    guard let place = receiverPlace, !allControls[place].controls.isEmpty else { return }
    list.heading(label: "Receiver")
    for control in allControls[place].controls {
      var text = TextWriter()
      var kind = ControlList.Kind.slider
      switch control.kind {
      case .toggle: kind = .toggle
      case .choice: text.append(bytes: control.texts[Int(saturating: control.value)])
      case .number:
        kind = .field
        text.append(control.value, decimals: control.step == control.step.rounded() ? 0 : 1)
      }
      let action = SpectrumAction.adjustReceiver(source: allControls[place].source, setting: control.id)
      list.setting(
        kind, action, label: confirming == action ? control.texts[0] : control.name, isOn: control.value != 0,
        fraction: Float((control.value - control.low) / Swift.max(1, control.high - control.low)),
        text: text.bytes, unit: control.texts[0])
    }
  }

  /// Adjusts a setting, and shows the new value until the source's answer replaces it.
  ///
  /// A setting that switches power on needs a second press. A text that is not a valid value is ignored.
  mutating func adjustReceiver(source: UInt16, setting: UInt8, _ input: ControlInput) {
    redraw()
    guard let place = receiverPlace, allControls[place].source == source,
      let index = allControls[place].controls.firstIndex(where: { $0.id == setting })
    else { return }
    let control = allControls[place].controls[index]
    var wish = Double.nan
    switch input {
    case .set(let value):
      let action = SpectrumAction.adjustReceiver(source: source, setting: setting)
      if value != 0, control.kind == .toggle, !control.texts[0].isEmpty, confirming != action {
        confirming = action
        return
      }
      wish = Double(value)
    case .drag(_, let fraction, _): wish = control.low + fraction * (control.high - control.low)
    case .step(_, let steps): wish = control.value + Double(steps) * control.step
    case .text(let text): if let (value, _) = NumberText.prefix(of: text) { wish = value }
    }
    confirming = nil
    let value = control.value(nearestTo: wish)
    guard value != control.value else { return }
    allControls[place].controls[index].value = value
    send(.command(.adjust(source: source, control: setting, value: value)))
  }
}
