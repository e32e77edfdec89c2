import WaveSensorsWire

/// Channels of a source, counted through all of its groups.
extension StreamSource {
  /// Whether it is played from a file.
  var isRecording: Bool { flags.contains(.recording) }

  /// Whether it is a folder of recordings of which none is picked.
  var isFolder: Bool { groups.isEmpty && isRecording }

  /// The names of all channels.
  var channelNames: [[UInt8]] { groups.flatMap { $0.channels.map { $0.label } } }

  /// The group of a channel, and that group's first channel; nil for a channel that the source does not have.
  @inline(never) func group(of channel: Int) -> (index: Int, first: Int)? {
    guard channel >= 0 else { return nil }
    var first = 0
    for (index, group) in groups.enumerated() {
      let end = first + group.channels.count
      if channel < end { return (index, first) }
      first = end
    }
    return nil
  }

  /// A channel; nil where the source does not have it.
  func channel(_ channel: Int) -> StreamChannel? {
    group(of: channel).map { groups[$0.index].channels[channel - $0.first] }
  }

  /// Whether any of them is a lead of an electrocardiogram.
  var hasLead: Bool { groups.contains { $0.channels.contains { $0.lead != nil } } }

  /// The channel of a lead; nil where the source does not have it.
  func channel(of lead: ECGLead) -> Int? {
    var index = 0
    for group in groups {
      for channel in group.channels {
        if channel.lead == lead { return index }
        index += 1
      }
    }
    return nil
  }

  /// The new place of each channel that an earlier description had, nil where it is gone; nil where it is not
  /// the same source with more channels, or fewer.
  func places(of before: StreamSource) -> [Int?]? {
    guard groups.count == before.groups.count else { return nil }
    var places: [Int?] = []
    var base = 0
    for (old, new) in zip(before.groups, groups) {
      guard new.rateHertz == old.rateHertz else { return nil }
      var next = 0
      var found = 0
      for channel in old.channels {
        let place = (next..<Swift.max(next, new.channels.count)).first { new.channels[$0] == channel }
        places.append(place.map { base + $0 })
        if let place {
          next = place + 1
          found += 1
        }
      }
      guard found == Swift.min(old.channels.count, new.channels.count) else { return nil }
      base += new.channels.count
    }
    return places
  }

  /// Samples in a second of a channel.
  func rateHertz(of channel: Int) -> Double? { group(of: channel).map { groups[$0.index].rateHertz } }
}

extension StreamChannel {
  /// Millivolts in its unit; 1 where that is not a kind of volt.
  var millivolts: Double {
    guard unit.last == 0x56 else { return 1 }
    switch unit.count > 1 ? unit[unit.count - 2] : 0 {
    case 0: return 1000
    // "uV", and "µV" in its two spellings, each of which ends so before the V.
    case 0x75, 0xB5, 0xBC: return 0.001
    default: return 1
    }
  }
}
