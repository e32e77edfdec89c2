import ArgumentParser
import WavePropagation

/// What a receiver stands amid, as it is typed.
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

/// What is asked of a model: how sure one wants to be, and amid what receivers stand.
struct ModelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What receivers stand amid, for hata, ehata and the learned models: large-city, city, suburban or open.",
      valueName: "name")
  )
  var area = AreaArgument.city

  @Option(
    help: ArgumentHelp("Percentage of time for which the loss is not exceeded: p1812, itm.", valueName: "%"))
  var time = 50.0

  @Option(
    help: ArgumentHelp(
      "Percentage of places for which the loss is not exceeded: p1812, itm, ehata.", valueName: "%"))
  var locations = 50.0

  @Option(
    help: ArgumentHelp("Percentage of situations for which the loss is not exceeded: itm.", valueName: "%"))
  var confidence = 50.0

  /// Puts them into a plan.
  func apply(to plan: inout CoveragePlan) {
    plan.area = area.area
    plan.timePercent = time
    plan.locationPercent = locations
    plan.situationPercent = confidence
  }

  /// Looks whether a model knows what is asked of it.
  func validate(for model: CoveragePlan.Model, named name: String) throws {
    let asked: [(String, LinkQuantity, Double)] = [
      ("--time", .timePercent, time), ("--locations", .locationPercent, locations),
      ("--confidence", .situationPercent, confidence),
    ]
    for (option, quantity, value) in asked {
      guard value == 50 || model.percentages.contains(quantity) else {
        throw ValidationError(
          "\(option) means nothing to \(name), which tells the median. Leave it out, or take another --model."
        )
      }
      switch (model, quantity) {
      case (.p1812, .timePercent) where !(value >= 1 && value <= 50):
        throw ValidationError("\(option) is 1 to 50 % of time in ITU-R P.1812.")
      case (.p1812, .locationPercent) where !(value >= 1 && value <= 99):
        throw ValidationError("\(option) is 1 to 99 % of places in ITU-R P.1812.")
      default:
        guard value > 0, value < 100 else {
          throw ValidationError("\(option) is a percentage between 0 and 100.")
        }
      }
    }
  }
}
