import Testing
import WaveUnits

@testable import WaveCoverage

@Suite struct DevicePositionTests {
  @Test func theDeviceIsAskedOnce() {
    var position = DevicePosition.unknown
    let first = position.ask()
    let second = position.ask()
    #expect(first && !second && position == .awaited)
    let isKnown = position.receive(Samples.middle, accuracyMeters: 12)
    #expect(isKnown && position == .known(meters: 12))
    let again = position.ask()
    #expect(again && position == .awaited, "it may have moved")
  }

  @Test func answersCountWhereItWasAsked() {
    for start in [DevicePosition.unknown, .known(meters: 3)] {
      var position = start
      let isKnown = position.receive(Samples.middle, accuracyMeters: 12)
      let isFailed = position.fail()
      #expect(!isKnown && !isFailed && position == start)
    }
    var position = DevicePosition.awaited
    let isFailed = position.fail()
    let late = position.receive(Samples.middle, accuracyMeters: 12)
    #expect(isFailed && !late && position == .unknown)
  }

  @Test(arguments: [(0.0, true), (9_999_999, true), (1e7, false), (-0.1, false), (.nan, false)])
  func whatCannotBeIsUnknown(accuracy: Double, isKnown: Bool) {
    var position = DevicePosition.awaited
    let wasAsked = position.receive(Samples.middle, accuracyMeters: accuracy)
    #expect(wasAsked && position == (isKnown ? .known(meters: accuracy) : .unknown))
  }

  @Test func aPlaceThatCannotBeIsUnknown() {
    var position = DevicePosition.awaited
    let nowhere = Coordinate(latitudeDegrees: .nan, longitudeDegrees: 0)
    let wasAsked = position.receive(nowhere, accuracyMeters: 1)
    #expect(wasAsked && position == .unknown)
  }
}
