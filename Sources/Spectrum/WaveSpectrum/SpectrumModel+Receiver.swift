import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// What can be set at the receiver: its own controls, drawn and touched like those of the drawer.
extension SpectrumModel {
  /// Number of the first receiver's control in the drawer; the others follow.
  static let receiverControl: UInt8 = 64

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
  func appendReceiver(to list: inout ControlList) {
    guard let place = receiverPlace, !allControls[place].controls.isEmpty else { return }
    list.heading(ControlID.receiver, label: "Receiver")
    var id = Self.receiverControl
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
      list.setting(
        kind, id, label: confirming == id ? control.texts[0] : control.name, isOn: control.value != 0,
        fraction: Float((control.value - control.low) / Swift.max(1, control.high - control.low)),
        text: text.bytes, unit: control.texts[0])
      id &+= 1
    }
  }

  /// What a hand or a key does to a control.
  enum ReceiverTouch {
    case press(Int)
    case fraction(Double)
    case steps(Int)
    case text([UInt8])
  }

  /// Sets a control and shows it at once; the source's answer is what counts.
  ///
  /// What powers something asks for a second press. What is no number, or no value of the control, is passed over.
  mutating func touchReceiver(_ id: UInt8, _ touch: ReceiverTouch) {
    redraw()
    let index = Int(id) - Int(Self.receiverControl)
    guard let place = receiverPlace, index >= 0, index < allControls[place].controls.count else { return }
    let control = allControls[place].controls[index]
    var wish = Double.nan
    switch touch {
    case .press(let value):
      if value != 0, control.kind == .toggle, !control.texts[0].isEmpty, confirming != id {
        confirming = id
        return
      }
      wish = Double(value)
    case .fraction(let fraction): wish = control.low + fraction * (control.high - control.low)
    case .steps(let steps): wish = control.value + Double(steps) * control.step
    case .text(let text): if let (value, _) = NumberText.prefix(of: text) { wish = value }
    }
    confirming = nil
    let value = control.value(nearestTo: wish)
    guard value != control.value else { return }
    allControls[place].controls[index].value = value
    send(.command(.adjust(source: allControls[place].source, control: control.id, value: value)))
  }
}
