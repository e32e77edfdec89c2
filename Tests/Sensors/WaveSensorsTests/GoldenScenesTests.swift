import TestSupport
import Testing

/// What is drawn in every state of the instrument, compared with a golden file.
///
/// `RECORD_GOLDEN=1` writes the file anew; look at pictures of what has changed before you commit it.
@Suite struct GoldenScenesTests {
  @Test func everyStateIsDrawnAsBeforeOnEveryScreen() throws {
    var lines: [String] = []
    for screen in SceneScreen.allCases {
      var session = SceneSession(on: screen)
      try session.playEmptyStates()
      try session.playLanes()
      try session.playTime()
      try session.playLayouts()
      try session.playSpectrum()
      try session.playSettings()
      try session.playPaper()
      try session.playRecordings()
      try session.playTestbed()
      lines += session.lines
    }
    // Each line is for one layer or text in one state.
    #expect(Set(lines.map { $0.split(separator: " ").dropLast(2) }).count == lines.count)
    for difference in try GoldenText.differences(lines, from: "scenes/sensors.txt") {
      Issue.record("\(difference)")
    }
  }
}
