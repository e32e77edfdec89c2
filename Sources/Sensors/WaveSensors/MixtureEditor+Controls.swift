import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

extension MixtureEditor {
  /// Appends controls for the streams derived so far, or for the draft that is being edited.
  func appendControls(
    to list: inout ControlListBuilder<SensorsAction>, of source: StreamSource, _ made: [StreamMixture]
  ) {
    guard let draft else {
      if made.count < WireLimits.mixtures {
        list.button(.mixture(.begin), label: "Make a stream of others: A \u{2212} B, gain")
      }
      for mixture in made {
        guard let info = source.channel(Int(mixture.channel)) else { continue }
        list.button(
          .mixture(.remove(channel: mixture.channel)), label: TextWriter("Remove \(info.label)").bytes)
      }
      return
    }
    list.heading(label: "A stream made of others")
    list.segments(
      .mixture(.setOperation), label: "Operation", options: ["A + B", "A \u{2212} B", "Gain"],
      selected: Int(draft.operation.rawValue))
    let names = source.channelNames
    list.choices(
      .mixture(.chooseFirst), label: "A", options: names, selected: draft.first, style: .names)
    if draft.operation == .scaled {
      list.field(.mixture(.setGain), label: "Times", text: draft.gain, unit: "")
      list.field(.mixture(.setOffset), label: "Plus", text: draft.offset, unit: "")
      list.words(.mixture(.setUnit), label: Texts.bytes("Unit"), text: draft.unit(in: source))
    } else {
      list.choices(
        .mixture(.chooseSecond), label: "B", options: names, selected: draft.second, style: .names)
    }
    let fault = draft.fault(in: source)
    if fault.isEmpty {
      list.fact(label: "Its name", text: draft.name(in: source))
      list.button(.mixture(.make), label: "Make it")
    } else {
      list.fact(label: "Cannot be made", text: fault)
    }
    list.button(.mixture(.discard), label: "Do without")
  }
}
