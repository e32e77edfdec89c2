import ArgumentParser
import WavePropagation

/// A climate of the Irregular Terrain Model, as a command-line argument.
enum ClimateArgument: String, ExpressibleByArgument, CaseIterable {
  case equatorial
  case continentalSubtropical = "continental-subtropical"
  case maritimeSubtropical = "maritime-subtropical"
  case desert
  case continentalTemperate = "continental-temperate"
  case maritimeTemperateOverLand = "maritime-temperate-land"
  case maritimeTemperateOverSea = "maritime-temperate-sea"

  var climate: IrregularTerrain.Climate {
    switch self {
    case .equatorial: .equatorial
    case .continentalSubtropical: .continentalSubtropical
    case .maritimeSubtropical: .maritimeSubtropical
    case .desert: .desert
    case .continentalTemperate: .continentalTemperate
    case .maritimeTemperateOverLand: .maritimeTemperateOverLand
    case .maritimeTemperateOverSea: .maritimeTemperateOverSea
    }
  }
}

/// Options for the atmosphere and the ground along a path, and for the model's variability.
struct AirOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Latitude of the middle of a --profile, for p1812; default 50.", valueName: "degrees"))
  var latitude: Double?

  @Option(
    help: ArgumentHelp(
      "Refractivity at sea level, for p1812 (default 325) and itm (default 301).", valueName: "N-units"))
  var refractivity: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Decrease of refractivity in the lowest kilometre, for p1812; default 45.", valueName: "N-units"))
  var lapse: Double?

  @Option(
    help: ArgumentHelp(
      "Distance over land from the transmitter to the coast, for p1812; default 500.", valueName: "km"))
  var txCoast: Double?

  @Option(
    help: ArgumentHelp(
      "Distance over land from the receiver to the coast, for p1812; default 500.", valueName: "km"))
  var rxCoast: Double?

  @Option(help: ArgumentHelp("Climate, for itm; default continental-temperate.", valueName: "name"))
  var climate: ClimateArgument?

  @Option(
    help: ArgumentHelp("Relative permittivity of the ground, for itm; default 15.", valueName: "number"))
  var permittivity: Double?

  @Option(help: ArgumentHelp("Conductivity of the ground, for itm; default 0.005.", valueName: "S/m"))
  var conductivity: Double?

  @Option(
    help: ArgumentHelp(
      """
      Mode of variability, for itm (mdvar of the reference model): 0 single message, 1 accidental, 2 \
      mobile, 3 broadcast; add 10 to exclude location, 20 to exclude situation variability; default 3.
      """,
      valueName: "mdvar"))
  var variability: Int?

  /// The options that are given, with the models that use them.
  private var given: [(option: String, models: [LinkOptions.Model])] {
    let known: [(option: String, isGiven: Bool, models: [LinkOptions.Model])] = [
      ("--latitude", latitude != nil, [.p1812]), ("--refractivity", refractivity != nil, [.p1812, .itm]),
      ("--lapse", lapse != nil, [.p1812]), ("--tx-coast", txCoast != nil, [.p1812]),
      ("--rx-coast", rxCoast != nil, [.p1812]), ("--climate", climate != nil, [.itm]),
      ("--permittivity", permittivity != nil, [.itm]), ("--conductivity", conductivity != nil, [.itm]),
      ("--variability", variability != nil, [.itm]),
    ]
    return known.filter(\.isGiven).map { ($0.option, $0.models) }
  }

  /// Throws an error if an option is invalid or the model does not use it.
  func validate(for model: LinkOptions.Model, ofProfile: Bool) throws {
    for (option, models) in given where !models.contains(model) {
      throw ValidationError("\(option) does not apply to \(model.rawValue). Leave it out.")
    }
    try require(
      latitude == nil || ofProfile, "--latitude requires --profile; places have their own latitude.")
    try require("--latitude", latitude, in: -90...90, "degrees")
    try require("--tx-coast", txCoast, in: 0...20_000, "km")
    try require("--rx-coast", rxCoast, in: 0...20_000, "km")
    try require(
      variability, where: { (0...33).contains($0) && $0 % 10 <= 3 },
      "--variability must be 0 to 3, plus 10 to exclude location, plus 20 to exclude situation variability.")
  }

  /// The name of the first given option that P.1812 uses but the learned model does not; nil if there is
  /// none.
  var optionOfP1812: String? { given.first { $0.models.contains(.p1812) }?.option }

  /// Applies the options to a P.1812 link.
  func apply(to link: inout P1812) {
    if let latitude { link.latitudeDegrees = latitude }
    if let refractivity { link.surfaceRefractivity = refractivity }
    if let lapse { link.refractivityLapse = lapse }
    if let txCoast { link.transmitterCoastKilometers = txCoast }
    if let rxCoast { link.receiverCoastKilometers = rxCoast }
  }

  /// Applies the options to an Irregular Terrain Model link.
  func apply(to link: inout IrregularTerrain) {
    if let refractivity { link.surfaceRefractivity = refractivity }
    if let climate { link.climate = climate.climate }
    if let permittivity { link.permittivity = permittivity }
    if let conductivity { link.conductivity = conductivity }
    guard let variability, let kind = IrregularTerrain.Variability(rawValue: variability % 10) else { return }
    link.variability = kind
    link.variesByLocation = variability / 10 % 2 == 0
    link.variesBySituation = variability / 20 == 0
  }
}
