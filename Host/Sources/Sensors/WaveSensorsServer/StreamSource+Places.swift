import WaveSensorsWire
import WaveStore

extension [StreamSource.Group] {
  /// Returns the group and the index of a channel that is numbered across all groups; nil if there is none.
  func place(of number: Int) -> StoreView.Place? {
    var first = 0
    for (index, group) in enumerated() {
      let place = number - first
      if place < group.channels.count { return StoreView.Place(group: index, channel: place) }
      first += group.channels.count
    }
    return nil
  }

  /// Returns the number of a group's first channel, counted across all groups.
  func firstNumber(ofGroup group: Int) -> Int { self[..<group].reduce(0) { $0 + $1.channels.count } }
}
