import Testing
import WaveKit
import WaveSensorsWire

@testable import WaveInteraction
@testable import WaveSensors

@Suite struct SensorScreenRestoreTests {
  @Test func whatWasKeptOfTheScreensSizeIsRestored() throws {
    var screen = try SensorScreen(MadeSensor(), layout: .paper)
    screen.resize(width: 700, height: 300, at: 0)
    #expect(!screen.model.view.paper.isCalibrated)
    for absurd in [0, -1, 1e9, Double.nan] { screen.restore(key: 0, value: absurd, at: 0) }
    screen.restore(key: 200, value: 8, at: 0)
    #expect(!screen.model.view.paper.isCalibrated)
    screen.restore(key: 0, value: 8, at: 0)
    #expect(screen.model.view.paper.isCalibrated && screen.model.view.paper.pointsPerMillimetre == 8)
  }
}
