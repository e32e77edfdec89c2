import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

extension SpectrumModel {
  mutating func takeControl() {
    guard let source = receiverSource else { return }
    send(.command(.takeControl(source: source)))
  }

  /// Who steers and how many watch; empty where one watches alone.
  var steeringText: [UInt8] {
    guard let steering, isSteeredByAnother || steering.viewers > 1 else { return [] }
    var text = TextWriter()
    if isViewOnly {
      text.append("This device was paired to look only")
    } else {
      text.append(steererText(steering.state))
    }
    text.append(" \u{00B7} ")
    text.append(integer: Int(steering.viewers))
    text.append(" watching")
    return text.bytes
  }

  private func steererText(_ state: Steering.State) -> StaticString {
    switch state {
    case .free: "Nobody steers"
    case .you: "This screen steers"
    case .another: "Another screen steers"
    }
  }
}
