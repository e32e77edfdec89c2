import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

extension SpectrumModel {
  /// Who steers the source on the screen, where the server has said so.
  var steering: Steering? { allSteering.first { $0.source == source?.source } }

  /// Whether this device may only look.
  var isViewOnly: Bool { steering?.isViewOnly ?? false }

  /// Whether the source is tuned and played from elsewhere: another screen steers, or this one may not.
  var isSteeredByAnother: Bool { steering?.state == .another || isViewOnly }

  mutating func receive(_ next: Steering, at now: Int64) {
    allSteering.removeAll { $0.source == next.source }
    allSteering.append(next)
    guard next.source == source?.source else { return }
    if isSteeredByAnother { followAnother(at: now) }
    redraw()
  }

  /// Keeps the band where the source still has it, and shows all that it has otherwise.
  mutating func followAnother(at now: Int64) {
    guard !shell.hands.isActive, bandView.handle(.follow, in: range) else { return }
    shell.hands.stopGlide()
    changeTime(.changeView, at: now)
  }

  mutating func takeControl() {
    guard let source, !isViewOnly else { return }
    send(.command(.takeControl(source: source.source)))
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
