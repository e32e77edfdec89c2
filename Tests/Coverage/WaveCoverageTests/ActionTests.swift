import Testing
import WavePropagation

@testable import WaveCoverage
@testable import WaveInteraction

/// Controls are laid out by what they are for, and pressed by the numbers of the list.
@Suite struct ActionTests {
  /// The row of a label.
  private static func row(_ label: String, _ bench: Bench) throws -> Bench.Row {
    try #require(bench.rows.first { $0.label == label }, "\(label)")
  }

  @Test func nextStepStandsOutUntilItIsDone() throws {
    var bench = Bench()
    bench.set(.pickTile, to: 0)
    bench.send(.press(.handle))
    let place = try Self.row("Put it in the middle of the map", bench)
    #expect(place.kind == .button && place.style == .next && place.number > 0)
    #expect(try Self.row("Latitude, longitude", bench).style == .line)
    bench.send(.control(number: place.number, .set(1)))
    try bench.settle()
    #expect(bench.model.plan != nil)
    let move = try Self.row("Move it to the middle", bench)
    #expect(move.style == .plain && move.number == place.number)
    #expect(try Self.row("Computed by", bench).style == .pairs)
    #expect(try Self.row("Tile", bench).style == .names)
    bench.press(.addSite)
    #expect(try Self.row("Selected", bench).style == .letters)
  }

  @Test func controlsHaveNumbersOfTheirOwn() throws {
    var bench = Bench()
    bench.pin(at: Bench.middle)
    bench.send(.press(.handle))
    try bench.choose(.p1812)
    let numbers = bench.rows.map(\.number).filter { $0 != 0 }
    #expect(numbers.count > 20 && Set(numbers).count == numbers.count)
    for row in bench.rows where row.kind == .fact || row.kind == .heading { #expect(row.number == 0) }
  }

  @Test func otherInputsDoNothing() throws {
    var bench = Bench()
    bench.pin(at: Bench.middle)
    try bench.settle()
    let plan = bench.model.plan
    let inputs: [ControlInput] = [
      .drag(.moved, fraction: 0.5, distance: 0), .step(thumb: 0, steps: 1), .text(Array("5".utf8)), .set(0),
    ]
    for (action, meant) in [
      (CoverageAction.removeSite, 3), (.enter(.power), 2), (.setRadius, 0), (.chooseModel, 3),
    ] {
      for (index, input) in inputs.enumerated() where index != meant {
        // A key moves the slider as a finger does.
        guard action != .setRadius || index != 1 else { continue }
        _ = bench.model.perform(action, input, at: bench.now)
      }
    }
    #expect(bench.model.plan == plan && bench.model.content.sites.list.count == 1)
    #expect(bench.model.content.sites.budget == LinkBudget())
    _ = bench.model.perform(.setRadius, .step(thumb: 0, steps: 1), at: bench.now)
    #expect(bench.model.plan?.radiusMeters == 3000)
    _ = bench.model.perform(.setRadius, .drag(.moved, fraction: .nan, distance: 0), at: bench.now)
    #expect(bench.model.plan?.radiusMeters == 3000)
    _ = bench.model.perform(.setRadius, .drag(.moved, fraction: 1, distance: 0), at: bench.now)
    #expect(bench.model.plan?.radiusMeters == 100_000)
  }
}
