import Testing
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrum

@Suite struct SourceReportsTests {
  private func artefacts(_ source: UInt16, _ hertz: Double) -> Artefacts {
    Artefacts(source: source, spikeHertz: hertz, imageHertz: 0, imageOfHertz: 0)
  }

  private func mark(_ hertz: Double) -> Annotation {
    Annotation(startMicroseconds: 0, endMicroseconds: 1, lowHertz: hertz, highHertz: hertz, label: [])
  }

  @Test func theLatestReportOfEachSourceCounts() {
    var reports = SourceReports()
    #expect(reports.artefacts(of: 0) == nil && reports.marks(of: 0).isEmpty && reports.steering(of: 0) == nil)
    for hertz in [1.0, 2] {
      for source in [UInt16(0), 1] {
        reports.receive(artefacts(source, hertz + Double(source) * 10))
        reports.receive(Annotations(source: source, marks: [mark(hertz + Double(source) * 10)]))
        reports.receive(Steering(source: source, state: .free, viewers: UInt16(hertz) + source * 10))
      }
    }
    for (source, hertz) in [(UInt16(0), 2.0), (1, 12)] {
      #expect(reports.artefacts(of: source)?.spikeHertz == hertz)
      #expect(reports.marks(of: source) == [mark(hertz)])
      #expect(reports.steering(of: source)?.viewers == UInt16(hertz))
    }
    #expect(reports.artefacts(of: 2) == nil && reports.marks(of: 2).isEmpty && reports.steering(of: 2) == nil)
  }

  @Test func aReportLeavesThoseOfOtherSourcesAlone() {
    var reports = SourceReports()
    reports.receive(artefacts(7, 1))
    reports.receive(artefacts(8, 2))
    #expect(reports.artefacts(of: 7)?.spikeHertz == 1 && reports.artefacts(of: 8)?.spikeHertz == 2)
    // Nor does it change another report of the same source.
    reports.receive(Annotations(source: 7, marks: [mark(3)]))
    #expect(reports.artefacts(of: 7)?.spikeHertz == 1 && reports.steering(of: 7) == nil)
    #expect(reports.marks(of: 7) == [mark(3)] && reports.marks(of: 8).isEmpty)
  }

  @Test func aServerThatWasRestartedReportsAnew() {
    var reports = SourceReports()
    reports.receive(artefacts(0, 1))
    reports.receive(Annotations(source: 0, marks: [mark(1)]))
    reports.receive(Steering(source: 0, state: .you, viewers: 1))
    reports.forget()
    #expect(reports.artefacts(of: 0) == nil && reports.marks(of: 0).isEmpty && reports.steering(of: 0) == nil)
  }

  @Test func whoMayOnlyLookDoesNotSteer() {
    for (state, isViewOnly, cannotControl) in [
      (Steering.State.free, false, false), (.you, false, false), (.another, false, true),
      (.you, true, true), (.another, true, true),
    ] {
      let steering = Steering(source: 0, state: state, viewers: 1, isViewOnly: isViewOnly)
      #expect(steering.cannotControl == cannotControl)
    }
  }
}
