import WaveSensorsWire
import WaveSignal
import WaveStreams
import WaveWire

/// Channels that are derived from others as samples arrive.
extension StreamGroup {
  /// Adds a channel that is derived from stored and future samples.
  ///
  /// The channel extends as far back as samples are stored, or less if memory is limited. Older samples are
  /// missing, as are samples for which an operand is missing.
  /// - Parameter mixture: The derivation, whose operands must be existing channels.
  /// - Returns: Whether the channel was added; false if an operand is not a channel of the group.
  /// - Complexity: O(samples stored × sections of the filters); allocates the channel's history.
  @discardableResult
  public mutating func add(_ mixture: ChannelMixture) -> Bool {
    let places = 0..<channelCount
    guard places.contains(mixture.first), mixture.secondFactor == 0 || places.contains(mixture.second)
    else { return false }
    let held = raw.endSequence - raw.firstSequence(level: 0)
    let first = raw.endSequence - Swift.min(held, UInt64(addedCapacity))
    var samples = mixed(mixture, from: first)
    raw.addChannel(
      samples.span, from: first, sampleCapacity: addedCapacity, blockCapacity: Self.blockCapacity,
      reachSamples: reachSamples)
    mixtures.append(mixture)
    if filtered != nil {
      var filter = BiquadCascade(sections)
      filter.process(&samples, from: first, steps: steps)
      // The channel begins later than the others if the ring had discarded samples when the filter was set.
      filtered?.addChannel(
        samples.span, from: first, sampleCapacity: addedCapacity, blockCapacity: Self.blockCapacity,
        reachSamples: reachSamples)
      filters.append(filter)
    }
    // Restart a filter change in progress, so that it includes the channel.
    if isFiltering { setFilter(sections) }
    generation += 1
    return true
  }

  /// Removes an added channel.
  ///
  /// - Parameter place: The index of the channel in the group.
  /// - Returns: Whether the channel was removed, which is possible only for an added channel that no other
  ///   channel uses.
  @discardableResult
  public mutating func remove(_ place: Int) -> Bool {
    guard place >= firstChannelCount, place < channelCount, !mixtures.contains(where: { $0.uses(place) })
    else { return false }
    mixtures.remove(at: place - sourceChannelCount)
    mixtures = mixtures.map { $0.without(place) }
    raw.removeChannel(place)
    if filtered != nil {
      filtered?.removeChannel(place)
      filters.remove(at: place)
    }
    if isFiltering { setFilter(sections) }
    generation += 1
    return true
  }

  /// The indices of the added channels.
  public var addedPlaces: Range<Int> { firstChannelCount..<channelCount }

  /// Returns the derivation of the channel at an index; nil if the channel is not derived.
  public func mixture(at place: Int) -> ChannelMixture? {
    mixtures.indices.contains(place - sourceChannelCount) ? mixtures[place - sourceChannelCount] : nil
  }

  /// The sequence numbers of the samples at which the clock jumped.
  private var steps: [UInt64] {
    zip(times.pieces, pieceNotes).compactMap { $0.1.reason == .step ? $0.0.sequence : nil }
  }

  /// Computes the unfiltered samples of a derived channel from the stored samples.
  private func mixed(_ mixture: ChannelMixture, from first: UInt64) -> [Double] {
    var samples: [Double] = []
    samples.reserveCapacity(Int(raw.endSequence - first))
    var (a, b): ([Float], [Float]) = ([], [])
    var start = first
    while start < raw.endSequence {
      let end = Swift.min(raw.endSequence, start + 4096)
      a.removeAll(keepingCapacity: true)
      b.removeAll(keepingCapacity: true)
      raw.envelope(channel: mixture.first, level: 0, blocks: start..<end, into: &a)
      if mixture.secondFactor != 0 {
        raw.envelope(channel: mixture.second, level: 0, blocks: start..<end, into: &b)
      }
      for index in a.indices {
        samples.append(mixture.value(Double(a[index]), b.isEmpty ? 0 : Double(b[index])))
      }
      start = end
    }
    return samples
  }
}

extension BiquadCascade {
  /// Filters consecutive samples, resetting the filter at each step of the clock.
  fileprivate mutating func process(_ samples: inout [Double], from first: UInt64, steps: [UInt64]) {
    let end = first + UInt64(samples.count)
    var span = samples.mutableSpan
    var start = first
    for step in steps + [end] where step > start && step <= end {
      var part = span._mutatingExtracting(Int(start - first)..<Int(step - first))
      process(&part)
      if step < end { reset() }
      start = step
    }
  }
}
