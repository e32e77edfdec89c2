import WaveSeries

extension DataModel {
  /// Adds a second picture to every lane, or removes it; the column at the top stays there.
  mutating func compare(with lens: Lens?) {
    let before = layout
    lenses.compare(with: lens)
    scroll.keepTop(from: before, to: layout)
  }
}
