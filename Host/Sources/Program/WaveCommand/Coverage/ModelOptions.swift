import ArgumentParser
import WavePropagation

/// The surroundings of receivers, as a command-line argument.
enum AreaArgument: String, ExpressibleByArgument, CaseIterable {
  case largeCity = "large-city"
  case city, suburban, open

  var area: HataArea {
    switch self {
    case .largeCity: .largeCity
    case .city: .city
    case .suburban: .suburban
    case .open: .open
    }
  }
}

/// The ground cover along a path, as a command-line argument.
enum ClutterArgument: String, ExpressibleByArgument, CaseIterable {
  case open, suburban, urban
  case denseUrban = "dense-urban"
  case woodland

  var clutter: Clutter {
    switch self {
    case .open: .open
    case .suburban: .suburban
    case .urban: .urban
    case .denseUrban: .denseUrban
    case .woodland: .woodland
    }
  }

  init(_ clutter: Clutter) {
    self = Self.allCases.first { $0.clutter == clutter } ?? .open
  }
}

/// Options for a propagation model: statistics and the surroundings of receivers.
struct ModelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Surroundings of the receivers, for hata, ehata and the learned models: large-city, city, suburban or \
      open.
      """,
      valueName: "name")
  )
  var area = AreaArgument.city

  @Option(
    help: ArgumentHelp(
      """
      Ground cover along the path, for p1812: open, suburban (10 m), urban (15 m), dense-urban (20 m) or \
      woodland (15 m), except where a surface model has data.
      """,
      valueName: "name"))
  var clutter = ClutterArgument.open

  @Option(
    help: ArgumentHelp(
      "Percentage of time for which the loss is not exceeded, for p1812 and itm.", valueName: "%"))
  var time = 50.0

  @Option(
    help: ArgumentHelp(
      "Percentage of places for which the loss is not exceeded, for p1812, itm and ehata.", valueName: "%"))
  var locations = 50.0

  @Option(
    help: ArgumentHelp(
      "Percentage of situations for which the loss is not exceeded, for itm.", valueName: "%"))
  var confidence = 50.0

  /// Applies the options to a coverage plan.
  func apply(to plan: inout CoveragePlan) {
    plan.area = area.area
    plan.clutter = clutter.clutter
    plan.timePercent = time
    plan.locationPercent = locations
    plan.situationPercent = confidence
  }

  /// Throws an error if an option is invalid or the model does not use it.
  func validate(for model: CoveragePlan.Model, named name: String) throws {
    try require(
      clutter == .open || model == .p1812,
      "--clutter does not apply to \(name). Leave it out, or use --model p1812.")
    let asked: [(String, LinkQuantity, Double)] = [
      ("--time", .timePercent, time), ("--locations", .locationPercent, locations),
      ("--confidence", .situationPercent, confidence),
    ]
    for (option, quantity, value) in asked {
      try require(
        value == 50 || model.percentages.contains(quantity),
        "\(option) does not apply to \(name), which gives the median. Leave it out, or use another --model.")
      switch (model, quantity) {
      case (.p1812, .timePercent) where !(value >= 1 && value <= 50):
        throw ValidationError("\(option) must be from 1 to 50 % of time in ITU-R P.1812.")
      case (.p1812, .locationPercent) where !(value >= 1 && value <= 99):
        throw ValidationError("\(option) must be from 1 to 99 % of places in ITU-R P.1812.")
      default:
        try require(value > 0 && value < 100, "\(option) must be a percentage between 0 and 100.")
      }
    }
  }
}
