import Foundation
import WavePropagation
import WaveSystem
import WaveUnits

/// The output of `waveglass path`.
struct PathReport: Encodable {
  /// A geographic position in the output.
  struct Place: Encodable {
    var latitude: Double
    var longitude: Double
  }

  /// The points of a profile in the output.
  struct Points: Encodable {
    var distancesKilometers: [Double]
    var heightsMeters: [Double]

    init(_ profile: PathProfile) {
      distancesKilometers = profile.distancesKilometers
      heightsMeters = profile.heightsMeters
    }
  }

  var model: String
  /// The method by which `ehata` computes effective heights; nil for other models.
  var effectiveHeights: String?
  /// The type of ground cover along the path; nil if none was chosen.
  var clutter: String?
  var clutterMeters: Double?
  var frequencyHertz: Double
  var transmitterHeightMeters: Double
  var receiverHeightMeters: Double
  var polarization: String
  var timePercent: Double
  var locationPercent: Double
  var from: Place?
  var to: Place?
  var bearingDegrees: Double?
  var lengthKilometers: Double
  var pointCount: Int
  /// The number of points whose heights are missing from the tiles and were taken from neighbouring posts.
  var filledPointCount: Int
  var lowestMeters: Double
  var highestMeters: Double
  var lossDecibels = 0.0
  /// The standard deviation of the loss in dB; nil if the model does not provide it.
  var deviationDecibels: Double?
  var freeSpaceDecibels: Double
  /// The terms of the loss in dB and the path's geometry, by name; nil if the model does not provide them.
  var terms: [String: Double]?
  /// The limits of the model that the input exceeds.
  var doubts: [String] = []
  /// Notes on how the input was used.
  var notes: [String] = []
  var profile: Points?

  init(_ link: LinkOptions, _ path: PathCommand.Path, _ model: LinkOptions.Model) {
    self.model = model.rawValue
    frequencyHertz = link.frequency.value
    transmitterHeightMeters = link.txHeight
    receiverHeightMeters = link.rxHeight
    polarization = link.polarization.rawValue
    timePercent = link.asked.time
    locationPercent = link.asked.locations
    from = path.ends.map { Place(latitude: $0.from.latitudeDegrees, longitude: $0.from.longitudeDegrees) }
    to = path.ends.map { Place(latitude: $0.to.latitudeDegrees, longitude: $0.to.longitudeDegrees) }
    bearingDegrees = path.ends.map { Geodesic(from: $0.from, to: $0.to).bearingDegrees }
    lengthKilometers = path.profile.lengthKilometers
    pointCount = path.profile.distancesKilometers.count
    filledPointCount = path.profile.filledCount
    if filledPointCount > 0 {
      notes.append(
        "\(filledPointCount) points have no height in their tile; heights of neighbouring points are used")
    }
    lowestMeters = path.profile.heightsMeters.min() ?? 0
    highestMeters = path.profile.heightsMeters.max() ?? 0
    freeSpaceDecibels = 32.4478 + 20 * log10(link.frequency.value / 1e6) + 20 * log10(lengthKilometers)
  }

  mutating func add(_ terms: P1812Terms) {
    lossDecibels = terms.loss
    freeSpaceDecibels = terms.freeSpace
    let geometry = terms.geometry
    self.terms = [
      "lineOfSight": terms.lineOfSight, "lineOfSightDucting": terms.lineOfSightDucting,
      "bullington": terms.bullington, "smoothBullington": terms.smoothBullington,
      "sphericalEarth": terms.sphericalEarth, "bullingtonMedian": terms.bullingtonMedian,
      "smoothBullingtonMedian": terms.smoothBullingtonMedian,
      "sphericalEarthMedian": terms.sphericalEarthMedian, "diffractionMedian": terms.diffractionMedian,
      "diffractionDucting": terms.diffractionDucting, "diffraction": terms.diffraction,
      "diffractedMedian": terms.diffractedMedian, "diffracted": terms.diffracted,
      "troposcatter": terms.troposcatter, "ducting": terms.ducting,
      "leastLineOfSight": terms.leastLineOfSight, "leastDucting": terms.leastDucting,
      "diffractedOrDucted": terms.diffractedOrDucted, "modified": terms.modified, "median": terms.median,
      "loss": terms.loss, "freeSpace": terms.freeSpace, "ductingPercent": terms.ductingPercent,
      "transmitterHorizonKilometers": geometry.transmitterHorizonKilometers,
      "receiverHorizonKilometers": geometry.receiverHorizonKilometers,
      "transmitterElevationMilliradians": geometry.transmitterElevation,
      "receiverElevationMilliradians": geometry.receiverElevation,
      "angularDistanceMilliradians": geometry.angularDistance,
      "smoothTransmitterHeightMeters": geometry.smoothTransmitterHeight,
      "smoothReceiverHeightMeters": geometry.smoothReceiverHeight,
      "effectiveTransmitterHeightMeters": geometry.effectiveTransmitterHeight,
      "effectiveReceiverHeightMeters": geometry.effectiveReceiverHeight,
      "roughnessMeters": geometry.roughness,
    ]
  }

  mutating func add(_ terms: ExtendedHataTerms) {
    lossDecibels = terms.loss
    self.terms = [
      "loss": terms.loss, "median": terms.median, "variation": terms.variation, "ridge": terms.ridge,
      "hills": terms.hills, "fineHills": terms.fineHills, "slope": terms.slope, "sea": terms.sea,
      "effectiveBaseHeightMeters": terms.effectiveBaseHeightMeters,
      "effectiveMobileHeightMeters": terms.effectiveMobileHeightMeters,
      "roughnessMeters": terms.roughnessMeters, "slopeMilliradians": terms.slopeMilliradians,
      "seaShare": terms.seaShare, "singleHorizon": terms.hasSingleHorizon ? 1 : 0,
    ]
  }

  /// Adds notes about features of a profile that a model with evenly spaced heights does not use.
  mutating func add(_ profile: PathProfile, isEven: Bool, by model: LinkOptions.Model) {
    if !isEven { notes.append("the points are not evenly spaced; evenly spaced heights are interpolated") }
    if !profile.clutterMeters.isEmpty {
      notes.append("\(model.rawValue) does not use clutter or zones; they are ignored")
    }
  }

  private var clutterWords: String {
    guard let clutter, let clutterMeters else { return "" }
    return "\(clutter) clutter of \(Output.number(clutterMeters, 1)) m, "
  }

  /// The report as lines of text.
  var lines: [String] {
    func decibels(_ value: Double?) -> String? { value.map { "\(Output.number($0, 2)) dB" } }
    func place(_ place: Place?) -> String? { place.map { "\($0.latitude), \($0.longitude)" } }
    func kilometers(_ value: Double?) -> String? { value.map { "\(Output.number($0, 3)) km" } }
    let rows: [(String, String?)] = [
      ("from", place(from)), ("to", place(to)),
      ("bearing", bearingDegrees.map { "\(Output.number($0, 2))°" }),
      ("length", "\(Output.number(lengthKilometers, 3)) km, \(pointCount) points"),
      ("ground", "\(Output.number(lowestMeters, 1)) to \(Output.number(highestMeters, 1)) m"),
      ("frequency", Output.frequency(frequencyHertz)),
      (
        "antennas",
        """
        \(Output.number(transmitterHeightMeters, 2)) m and \(Output.number(receiverHeightMeters, 2)) m above \
        ground
        """
      ),
      (
        "model",
        "\(model), \(effectiveHeights.map { "\($0) effective heights, " } ?? "")\(clutterWords)"
          + "\(Output.number(timePercent, 3)) % of time, \(Output.number(locationPercent, 3)) % of places"
      ),
      ("loss", decibels(lossDecibels)),
      (
        "8 of 10 places within",
        deviationDecibels.map {
          "\(Output.number(1.281_551_57 * $0, 1)) dB of it, at the sites where the model was tested"
        }
      ), ("free space", decibels(freeSpaceDecibels)),
      ("beyond it", decibels(lossDecibels - freeSpaceDecibels)),
      ("diffraction", decibels(terms?["diffraction"])),
      ("by ducting", decibels(terms?["ducting"])), ("by scatter", decibels(terms?["troposcatter"])),
      (
        "horizons",
        terms.flatMap { terms in
          kilometers(terms["transmitterHorizonKilometers"]).flatMap { first in
            kilometers(terms["receiverHorizonKilometers"]).map {
              "\(first) from the transmitter, \($0) from the receiver"
            }
          }
        }
      ),
    ]
    return Output.table(rows + doubts.map { ("doubt", $0) } + notes.map { ("note", $0) })
  }
}
