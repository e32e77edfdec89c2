import WaveHomeWire
package import WaveInteraction
import WaveUnits

/// The rows of Home.
extension HomeModel {
  /// The number of rows from which they can be searched.
  private static let searchedRows = 12

  package mutating func appendDrawer(to list: inout ControlListBuilder<HomeAction>, at now: Int64) {
    if catalog.sources.count >= Self.searchedRows {
      list.words(.search, label: [UInt8]("Find a source"), text: searched, style: .line)
    }
    let found = catalog.sources.filter { searched.isEmpty || $0.name.containsIgnoringCase(searched) }
    append("Live now", found.filter { $0.state != .recorded }, to: &list)
    append("Recordings, tables and terrain", found.filter { $0.state == .recorded }, to: &list)
    if catalog.isKnown, found.isEmpty {
      let label: StaticString = searched.isEmpty ? "No sources on this server" : "Nothing has this name"
      list.fact(label: label, text: [])
    }
    list.heading(label: "On this device")
    for source in DeviceSource.allCases {
      list.row(.openHere(source), source.icon, title: [UInt8](source.title), detail: [UInt8](source.detail))
    }
  }

  private func append(
    _ heading: StaticString, _ sources: [ListedSource], to list: inout ControlListBuilder<HomeAction>
  ) {
    guard !sources.isEmpty else { return }
    list.heading(label: heading)
    for source in sources {
      let isSimulated = source.flags.contains(.simulated)
      let text = source.stateText.isEmpty ? source.detail : source.stateText
      let detail: TextWriter = "\(isSimulated ? "simulated \u{00B7} " : "")\(text)"
      list.row(
        .open(source.identifier), source.instrument.icon, title: source.name, detail: detail.bytes,
        tone: source.tone, thumbnail: thumbnails.slot(of: source.identifier))
    }
  }
}

extension ListedSource {
  /// The state shown by the dot of the source's row; nil for a recording, which has none.
  fileprivate var tone: ControlList.Tone? {
    switch state {
    case .live: .live
    case .opening: .stale
    case .stopped: .lost
    case .recorded: nil
    }
  }
}

extension ListedSource.Instrument {
  fileprivate var icon: ControlList.Icon {
    switch self {
    case .spectrum: .spectrum
    case .sensors: .sensors
    case .data: .data
    case .coverage: .coverage
    }
  }
}

extension DeviceSource {
  fileprivate var icon: ControlList.Icon {
    switch self {
    case .simulatedBand: .spectrum
    case .simulatedECG: .sensors
    case .simulatedHills: .coverage
    case .microphone: .microphone
    case .motion: .motion
    case .testbed: .testbed
    }
  }

  fileprivate var title: StaticString {
    switch self {
    case .simulatedBand: "Simulated FM band"
    case .simulatedECG: "Simulated ECG"
    case .simulatedHills: "Simulated hills"
    case .microphone: "Microphone"
    case .motion: "Motion sensors"
    case .testbed: "Test this device"
    }
  }

  fileprivate var detail: StaticString {
    switch self {
    case .simulatedBand: "An example: broadcast stations and bursts"
    case .simulatedECG: "An example: 12 leads on paper"
    case .simulatedHills: "An example: what does a transmitter there reach?"
    case .microphone: "Its spectrum, not calibrated. No sound leaves this device"
    case .motion: "Of this phone or tablet. Nothing leaves it"
    case .testbed: "How many streams it draws, and how soon"
    }
  }
}

extension [UInt8] {
  /// Returns whether a text is part of this one; the case of ASCII letters is ignored.
  func containsIgnoringCase(_ part: [UInt8]) -> Bool {
    func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
    guard part.count <= count else { return false }
    return (0...(count - part.count)).contains { start in
      part.indices.allSatisfy { lower(self[start + $0]) == lower(part[$0]) }
    }
  }
}
