import WavePropagation
import WaveUnits

// The levels of the maps at a position.
extension Sites {
  /// Returns a transmitter's radiated power in dBm.
  func radiated(of index: Int) -> Double {
    index == selected || !list.indices.contains(index)
      ? budget.radiatedDecibelMilliwatts : list[index].radiatedDecibelMilliwatts
  }

  /// Returns the loss in units of 0.01 dB at the post nearest to a position, or nil if the transmitter's map
  /// has none.
  func loss(at place: Coordinate, of index: Int) -> Int16? {
    list.indices.contains(index) ? list[index].shown?.pictured.loss(at: place) : nil
  }

  /// Returns the level at a position in units of 0.01 dBm, or nil if the transmitter's map has none.
  func level(at place: Coordinate, of index: Int) -> Int? {
    loss(at: place, of: index).map { LinkBudget.hundredths(radiated(of: index)) - Int($0) }
  }

  /// The required receiver level, in units of 0.01 dBm.
  var neededLevel: Int { LinkBudget.hundredths(budget.sensitivityDecibelMilliwatts) }

  /// The highest permissible loss from the selected transmitter, in units of 0.01 dB.
  var headroom: Int { LinkBudget.hundredths(radiated(of: selected)) - neededLevel }

  /// Returns the margin in dB by which a transmitter's level exceeds the required one, given the path loss.
  ///
  /// A margin of 0 or more is sufficient.
  func margin(ofLoss loss: Int16, from index: Int) -> Double {
    Double(LinkBudget.hundredths(radiated(of: index)) - Int(loss) - neededLevel) / 100
  }

  /// Returns the uncalibrated level at a position in units of 0.01 dBm, for the selected transmitter or the
  /// strongest of all.
  func modelledLevel(at place: Coordinate, ofAll: Bool) -> Int? {
    var most: Int?
    for index in list.indices where ofAll || index == selected {
      guard let loss = list[index].shown?.map.loss(at: place) else { continue }
      let level = LinkBudget.hundredths(radiated(of: index)) - Int(loss)
      most = Swift.max(most ?? level, level)
    }
    return most
  }

  /// Returns the index of the transmitter whose path to a position is inspected: the selected one or, if
  /// `ofAll`, the one with the strongest level there.
  func site(readAt place: Coordinate, ofAll: Bool) -> Int {
    guard ofAll else { return selected }
    var best: (site: Int, level: Int)?
    for index in list.indices {
      guard let level = level(at: place, of: index) else { continue }
      if best.map({ level > $0.level }) ?? true { best = (index, level) }
    }
    return best?.site ?? selected
  }

  /// Returns the number of other transmitters whose level at a position is sufficient.
  func reachCount(at place: Coordinate, beside index: Int) -> Int {
    let needed = neededLevel
    return list.indices.count(where: { site in
      site != index && (level(at: place, of: site).map { $0 >= needed } ?? false)
    })
  }

  /// Returns whether the displayed map of a transmitter is calibrated.
  func isShownCalibrated(_ index: Int) -> Bool {
    list.indices.contains(index) && list[index].shown?.calibrated != nil
  }

  /// Returns the loss at a point and its standard deviation, both in dB, or nil if the model gives no
  /// estimate.
  func deviation(of reading: CoverageReading) -> (loss: Double, deviation: Double)? {
    guard let held = reading.loss, list.indices.contains(reading.site) else { return nil }
    let site = list[reading.site]
    // A calibrated loss has the deviation that the model estimates for the uncalibrated loss.
    let own = reading.customStart == nil ? site.shown?.map.loss(at: reading.place) : nil
    guard
      let deviation = site.plan.deviation(
        ofLoss: Double(own ?? held) / 100, kilometers: reading.lengthMeters / 1000)
    else { return nil }
    return (Double(held) / 100, deviation)
  }

  /// The bounding rectangle of all transmitters' circles; nil if there are none.
  var corners: MapCorners? {
    guard let first = list.first else { return nil }
    let home = first.plan.transmitter.longitudeDegrees
    var (north, west, south, east) = (-90.0, 360.0, 90.0, -360.0)
    for site in list {
      let place = site.plan.transmitter
      let up = site.plan.radiusMeters / 110_900
      let cosine = Trigonometry.sineCosine(turns: place.latitudeDegrees / 360).cosine
      let across = site.plan.radiusMeters / (111_300 * Swift.max(0.05, cosine))
      let aside = (place.longitudeDegrees - home).remainder(dividingBy: 360)
      north = Swift.max(north, place.latitudeDegrees + up)
      west = Swift.min(west, aside - across)
      south = Swift.min(south, place.latitudeDegrees - up)
      east = Swift.max(east, aside + across)
    }
    return MapCorners(north: north, west: west + home, south: south, east: east + home)
  }
}
