import WaveInteraction
import WaveUnits
import WaveWire

/// The settings of the receivers, and the action that a second press would confirm.
struct ReceiverControls: Sendable {
  private var all: [SourceControls] = []
  /// The action that takes effect only after a second press; nil if no confirmation is pending.
  private(set) var confirming: SpectrumAction?

  /// Returns the controls of a source; empty if it has none.
  func controls(of source: UInt16?) -> [SourceControl] { all.first { $0.source == source }?.controls ?? [] }

  /// Stores the controls of a source, replacing earlier ones.
  mutating func receive(_ controls: SourceControls) {
    if let place = all.firstIndex(where: { $0.source == controls.source }) { all.remove(at: place) }
    all.append(controls)
  }

  /// Cancels a pending confirmation unless it is for the given action.
  mutating func cancelConfirmation(unlessOf action: SpectrumAction?) {
    if action != confirming { confirming = nil }
  }

  /// Adjusts a setting, and shows the new value until the source's response replaces it.
  ///
  /// A setting that switches power on requires a second press. Text that is not a valid value is ignored.
  ///
  /// - Returns: The command for the source; nil if nothing changes.
  mutating func adjust(source: UInt16, setting: UInt8, _ input: ControlInput) -> Command? {
    guard let place = all.firstIndex(where: { $0.source == source }),
      let index = all[place].controls.firstIndex(where: { $0.id == setting })
    else { return nil }
    let control = all[place].controls[index]
    var requested = Double.nan
    switch input {
    case .set(let value):
      let action = SpectrumAction.adjustReceiver(source: source, setting: setting)
      if value != 0, control.kind == .toggle, !control.texts[0].isEmpty, confirming != action {
        confirming = action
        return nil
      }
      requested = Double(value)
    case .drag(_, let fraction, _): requested = control.low + fraction * (control.high - control.low)
    case .step(_, let steps): requested = control.value + Double(steps) * control.step
    case .text(let text): if let (value, _) = NumberText.prefix(of: text) { requested = value }
    case .seen: return nil
    }
    confirming = nil
    let value = control.value(nearestTo: requested)
    guard value != control.value else { return nil }
    all[place].controls[index].value = value
    return .adjust(source: source, control: setting, value: value)
  }
}
