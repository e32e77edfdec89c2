import WaveDisplay
package import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

extension SensorsModel {
  /// The hint shown while a source has no streams yet: the source's detail text.
  package var persistentHint: [UInt8] {
    testbed == nil && source?.groups.isEmpty == true ? source?.detail ?? [] : []
  }

  package var hint: [UInt8] {
    if testbed != nil {
      return Texts.bytes(
        """
        How soon this device draws what arrives: the button tries many streams and rates. Sliders are at \
        \u{2039}
        """)
    }
    return layout == .paper
      ? Texts.bytes(
        """
        Tap to hold still \u{00B7} drag to look back \u{00B7} hold to mark \u{00B7} calipers and more at \
        \u{2039}
        """)
      : Texts.bytes(
        """
        Tap to hold still \u{00B7} drag to look back \u{00B7} pinch to zoom \u{00B7} hold to mark \u{00B7} \
        more at \u{2039}
        """)
  }

  package var views: ViewOptions<SensorsAction>? {
    guard testbed == nil, source?.isFolder == false else { return nil }
    let choices = view.streams.choices(of: source)
    return ViewOptions(
      .setLayout, options: choices.map { $0.name }, selected: choices.firstIndex(of: layout) ?? 0)
  }

  package func appendOffers(to list: inout ControlListBuilder<SensorsAction>) {
    testbed?.appendAction(to: &list)
  }

  package func appendDrawer(to list: inout ControlListBuilder<SensorsAction>, at now: Int64) {
    if let testbed { return testbed.appendControls(to: &list, motion) }
    sources.appendRecordings(to: &list)
    guard source?.isFolder != true else { return appendSource(to: &list, at: now) }
    if layout == .paper {
      view.paper.appendControls(to: &list)
    } else {
      list.segments(
        .setMotion, label: "Motion", options: ["Sweep", "Scroll", "Trigger"], selected: Int(motion.rawValue))
      if motion == .trigger { view.trigger.appendControls(to: &list) }
      list.choices(
        .setWindow, label: "Show the last", options: TimeAxis.windows.map { TimeText.duration(seconds: $0) },
        selected: TimeAxis.windows.firstIndex { ($0 - windowSeconds).magnitude < 0.01 * $0 })
    }
    list.toggle(.measure, label: "Measure with two fingers", isOn: isMeasuring)
    if layout == .lanes {
      list.toggle(.showAlarms, label: "Alarm bands, dragged at the left", isOn: view.alarms.areOn)
      list.toggle(
        .fitLanes, label: "Fit lanes to their data", isOn: view.streams.scales.allSatisfy { $0.isAutomatic })
      list.toggle(.linkLanes, label: "Scale one unit together", isOn: view.streams.isLinked)
    }
    sources.appendSettings(to: &list)
    if let source, let made = sources.mixtures, !view.streams.order.isEmpty {
      spectrum.appendControls(to: &list, source.channelNames)
      mixtures.appendControls(to: &list, of: source, made)
    }
    sources.appendMarks(
      to: &list, at: sources.microseconds(atServer: serverTime(now)),
      zoneSeconds: shell.appearance.zoneSeconds)
    appendSource(to: &list, at: now)
    if layout != .paper, view.streams.order.count > 1, let source {
      view.streams.appendToggles(to: &list, of: source)
    }
    list.gestures(label: "With your fingers", layout.gestures)
  }

  private func appendSource(to list: inout ControlListBuilder<SensorsAction>, at now: Int64) {
    guard let source else { return }
    let place =
      position.fraction.map { $0 * source.recordingSeconds }
      ?? sources.positionSeconds(at: view.edge(context(at: status.refreshedAt)))
    sources.appendPlayback(to: &list, positionSeconds: place)
    if let readings { list.fact(label: "Samples", text: Texts.counts(readings)) }
    if let roundTrip = link.clock.roundTripMicroseconds {
      list.fact(label: "Clock", text: Texts.clock(ahead: serverAheadMicroseconds, roundTrip: roundTrip))
    }
    if layout == .paper { list.fact(label: "Paper", text: view.paper.caution) }
  }
}

extension SensorsModel.Layout {
  fileprivate var name: StaticString {
    switch self {
    case .lanes: "Lanes"
    case .overlaid: "Together"
    case .paper: "ECG"
    case .xy: "X-Y"
    }
  }

  /// The descriptions of the layout's gestures and their effects.
  fileprivate var gestures: [(StaticString, StaticString)] {
    if self == .paper {
      return [
        ("Tap", "hold still, and go on from there"), ("Drag sideways", "look back in time"),
        ("Drag a lead up or down", "move it"), ("Pinch", "next speed or gain"), ("Hold", "set a mark"),
        ("Double-tap", "whole view, now"),
      ]
    }
    return [
      ("Tap", "hold still, and go on from there"), ("Drag sideways", "look back in time"),
      ("Drag a lane up or down", "move its values"), ("Pinch sideways", "longer or shorter time"),
      ("Pinch upright", "scale the lane"), ("Drag a name", "another order"), ("Hold", "set a mark"),
      ("Double-tap", "whole view, now"),
    ]
  }
}
