import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// What can be set at the receiver: its own controls, drawn and touched like those of the drawer.
extension SpectrumModel {
  /// Appends the section of the drawer.
  func appendReceiver(to list: inout ControlListBuilder<SpectrumAction>) {
    guard let source = receiverSource else { return }
    let controls = receiver.controls(of: source)
    if !controls.isEmpty { list.heading(label: "Receiver") }
    for control in controls {
      var text = TextWriter()
      var kind = ControlList.Kind.slider
      switch control.kind {
      case .toggle: kind = .toggle
      case .choice: text.append(bytes: control.texts[Int(saturating: control.value)])
      case .number:
        kind = .field
        text.append(control.value, decimals: control.step == control.step.rounded() ? 0 : 1)
      }
      let action = SpectrumAction.adjustReceiver(source: source, setting: control.id)
      list.setting(
        kind, action, label: receiver.confirming == action ? control.texts[0] : control.name,
        isOn: control.value != 0,
        fraction: Float((control.value - control.low) / Swift.max(1, control.high - control.low)),
        text: text.bytes, unit: control.texts[0])
    }
  }
}
