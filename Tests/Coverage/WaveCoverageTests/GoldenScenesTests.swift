import TestSupport
import Testing

/// A session through many states of the map, drawn on three screens; see `GoldenScenes+Script.swift`.
@Suite struct GoldenScenesTests {
  @Test(arguments: GoldenScenes.Size.allCases)
  func everyStateIsDrawnAsBefore(_ screen: GoldenScenes.Size) throws {
    var scenes = GoldenScenes(screen)
    try scenes.play()
    let differences = try GoldenText.differences(scenes.lines, from: "scenes/coverage-\(screen).txt")
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }
}
