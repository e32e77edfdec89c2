import WaveDisplay
import WaveInteraction
import WaveUnits
import WaveWire

/// What can be set at the receiver: its own controls, drawn and touched like those of the drawer.
extension SpectrumModel {
  /// Number of the first receiver's control in the drawer; the others follow.
  static let receiverControl: UInt8 = 64
  /// Up to so many names are laid out side by side; more become steps on a track.
  static let choicesLaidOut = 6

  /// The controls of the source that is shown.
  private var receiverControls: [SourceControl] {
    allControls.first { $0.source == source?.source }?.controls ?? []
  }

  mutating func receive(_ controls: SourceControls) {
    allControls.removeAll { $0.source == controls.source }
    allControls.append(controls)
    redraw()
  }

  /// Appends the section of the drawer.
  func appendReceiver(to list: inout ControlList) {
    let controls = receiverControls
    guard !controls.isEmpty else { return }
    list.heading(ControlID.receiver, label: "Receiver")
    for (index, control) in controls.enumerated() {
      let id = Self.receiverControl &+ UInt8(truncatingIfNeeded: index)
      switch control.kind {
      case .toggle(let confirmation):
        list.toggle(id, label: confirming == id ? confirmation : control.name, isOn: control.value != 0)
      case .choice(let names):
        let selected = Int(control.value)
        guard names.indices.contains(selected) else { continue }
        if names.count <= Self.choicesLaidOut {
          list.choices(id, label: control.name, options: names, selected: selected)
        } else {
          list.slider(
            id, label: control.name, fraction: Float(selected) / Float(names.count - 1), text: names[selected]
          )
        }
      case .number(_, _, let step, let unit):
        var text = TextWriter()
        text.append(control.value, decimals: step == step.rounded() ? 0 : 1)
        list.field(id, label: control.name, text: text.bytes, unit: unit)
      }
    }
  }

  /// A toggle or a choice was pressed; what powers something asks for a second press.
  mutating func pressReceiver(_ id: UInt8, _ value: Int) {
    guard let control = receiverControl(id) else { return }
    if case .toggle(let confirmation) = control.kind, value != 0, !confirmation.isEmpty, confirming != id {
      confirming = id
      return
    }
    confirming = nil
    adjust(id, to: Double(value))
  }

  /// A finger moved the thumb of a choice of many.
  mutating func touchReceiver(_ id: UInt8, fraction: Double) {
    guard case .choice(let names) = receiverControl(id)?.kind else { return }
    adjust(id, to: (Swift.max(0, Swift.min(1, fraction)) * Double(names.count - 1)).rounded())
  }

  /// A key moved it.
  mutating func stepReceiver(_ id: UInt8, steps: Int) {
    guard let control = receiverControl(id), case .choice(let names) = control.kind else { return }
    adjust(id, to: Swift.max(0, Swift.min(Double(names.count - 1), control.value + Double(steps))))
  }

  /// A number was typed.
  mutating func typeReceiver(_ id: UInt8, _ text: [UInt8]) {
    guard let control = receiverControl(id),
      case .number(let low, let high, let step, let unit) = control.kind
    else { return }
    guard let (value, _) = NumberText.prefix(of: text), value >= low, value <= high else {
      return alertText = Texts.outside(low, high, unit: unit)
    }
    alertText = []
    adjust(id, to: Swift.max(low, Swift.min(high, (value / step).rounded() * step)))
  }

  private func receiverControl(_ id: UInt8) -> SourceControl? {
    let controls = receiverControls
    let index = Int(id) - Int(Self.receiverControl)
    return controls.indices.contains(index) ? controls[index] : nil
  }

  /// Asks for a value and shows it at once; the source's answer is what counts.
  private mutating func adjust(_ id: UInt8, to value: Double) {
    guard let source, let control = receiverControl(id), control.value != value,
      let place = allControls.firstIndex(where: { $0.source == source.source })
    else { return }
    allControls[place].controls[Int(id) - Int(Self.receiverControl)].value = value
    effects.append(
      .send(.command(.adjust(source: source.source, control: control.id, value: value))))
  }
}
