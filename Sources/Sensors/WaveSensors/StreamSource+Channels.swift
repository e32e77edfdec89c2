import WaveSensorsWire

/// Methods for the channels of a source, which are numbered across all groups.
extension StreamSource {
  /// Whether the source is played from a file.
  var isRecording: Bool { flags.contains(.recording) }

  /// Whether the source is a folder of recordings, none of which is selected.
  var isFolder: Bool { groups.isEmpty && isRecording }

  /// The names of all channels.
  var channelNames: [[UInt8]] { groups.flatMap { $0.channels.map { $0.label } } }

  /// Returns the index of a channel's group, and the number of that group's first channel; nil if the channel
  /// does not exist.
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

  /// Returns a channel; nil if it does not exist.
  func channel(_ channel: Int) -> StreamChannel? {
    group(of: channel).map { groups[$0.index].channels[channel - $0.first] }
  }

  /// Whether any channel is an electrocardiogram lead.
  var hasLead: Bool { groups.contains { $0.channels.contains { $0.lead != nil } } }

  /// Returns the channel number of a lead; nil if the source does not have the lead.
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

  /// Maps each channel of an earlier description to its new number, or to nil if it was removed.
  ///
  /// The result is nil if the source changed in any other way than gaining or losing channels.
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

  /// Returns the sample rate of a channel in hertz; nil if the channel does not exist.
  func rateHertz(of channel: Int) -> Double? { group(of: channel).map { groups[$0.index].rateHertz } }
}

extension StreamChannel {
  /// The unit after a space; empty if there is no unit.
  var spacedUnit: [UInt8] { unit.isEmpty ? [] : [0x20] + unit }

  /// The number of millivolts in the channel's unit; 1 if the unit is not a voltage.
  var millivolts: Double {
    guard unit.last == 0x56 else { return 1 }
    switch unit.count > 1 ? unit[unit.count - 2] : 0 {
    case 0: return 1000
    // "uV" and "µV". The character "µ" has two encodings, which differ in the byte before the "V".
    case 0x75, 0xB5, 0xBC: return 0.001
    default: return 1
    }
  }
}
