import WaveInteraction
import WaveUnits

extension Trigger {
  /// Appends the controls of the trigger, except for the level, which the user drags in the lane.
  func appendControls(to list: inout ControlListBuilder<SensorsAction>) {
    list.segments(.setSlope, label: "Slope", options: ["Rising", "Falling"], selected: isFalling ? 1 : 0)
    list.choices(
      .setHoldOff, label: "Hold-off", options: Self.holdOffs.map { TimeText.duration(seconds: $0) },
      selected: Self.holdOffs.firstIndex { $0 == holdOffSeconds })
  }

  /// Returns text with the time since the last crossing, in source time; nil if the window around that
  /// crossing could still be incomplete.
  func waitingText(at now: Double, _ windowSeconds: Double) -> [UInt8]? {
    guard let crossing else { return Texts.bytes("none yet") }
    let seconds = (now - crossing) / 1e6
    guard seconds > Swift.max(2, windowSeconds * (1 - Self.before) + holdOffSeconds + 1) else { return nil }
    return TextWriter("last one \(TimeText.ago(seconds: seconds.rounded(.down))) ago").bytes
  }
}
