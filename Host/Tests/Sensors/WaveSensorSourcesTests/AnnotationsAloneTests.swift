import Foundation
import HostTestSupport
import Testing
import WaveBiosignals

@testable import WaveSensorSources

/// Files of annotations without signals, as pyedflib writes them and as EDF+ has them.
@Suite struct AnnotationsAloneTests {
  private let samples: Samples
  private let cases: [BiosignalFixtures.EDF.Noted]

  init() throws {
    samples = try Samples()
    cases = try BiosignalFixtures.load("edf", as: BiosignalFixtures.EDF.self).noted
  }

  private func expect(_ file: SignalFile, has notes: [BiosignalFixtures.EDF.Note], within limit: Double = 0) {
    #expect(file.groups.isEmpty && file.hasAnnotationsAlone && file.durationSeconds == 0)
    #expect(file.annotations.count == notes.count)
    for (own, other) in zip(file.annotations, notes) {
      #expect(abs(own.seconds - other.seconds) <= limit && own.text.hasSuffix(other.text))
    }
  }

  @Test func notesAreThoseOfPyEDFlib() throws {
    #expect(cases.count == 3)
    for one in cases {
      let path = try samples.write(Array(one.file), "notes.edf")
      let file = try SignalFile(path: path)
      expect(file, has: one.notes)
      #expect(file.annotations.map { $0.durationSeconds } == one.notes.map { $0.durationSeconds })
      #expect(file.kind.rawValue == one.kind && file.warnings.isEmpty)
      #expect(file.startMicroseconds == one.start * 1_000_000)
      let analysis = try SignalAnalysis(path: path)
      #expect(
        analysis.annotationCount == 3 && analysis.annotations.map { $0.text } == one.notes.map { $0.text })
    }
  }

  @Test(arguments: ["edf", "bdf", "hea"]) func notesAreWrittenWhereTheFormatHoldsThem(ending: String) throws {
    for one in cases {
      let source = try SignalFile(path: try samples.write(Array(one.file), "notes.edf"))
      let path = String(source.path.dropLast(9)) + "out.\(ending)"
      let report = try SignalConversion.convert(source, to: path, isReplacing: true)
      #expect(report.paths.map { $0.suffix(4) } == (ending == "hea" ? [".hea", ".atr"] : [".\(ending)"]))
      let file = try SignalFile(path: path)
      // EDF+ is written with six decimals; WFDB by the rate that is said.
      expect(file, has: one.notes, within: 1e-6)
      #expect(file.startMicroseconds == source.startMicroseconds)
      if ending != "hea" {
        #expect(file.annotations.map { $0.durationSeconds } == one.notes.map { $0.durationSeconds })
      }
    }
  }

  @Test func manyNotesTakeSeveralRecords() throws {
    let marks = (0..<3000).map { number in
      var mark = WFDBAnnotation(sample: Int64(number) * 7, code: 22)
      mark.text = Array("note number \(number), which takes some room".utf8)
      return mark
    }
    _ = try samples.write(WFDBAnnotation.write(marks), "many.atr")
    let source = try SignalFile(path: try samples.write(Array("many 0 360\n".utf8), "many.hea"))
    #expect(source.hasAnnotationsAlone && source.annotations.count == 3000)
    let path = String(source.path.dropLast(8)) + "out.edf"
    _ = try SignalConversion.convert(source, to: path)
    let file = try SignalFile(path: path)
    #expect(file.annotations.map { $0.text } == source.annotations.map { $0.text })
    let header = try EDFHeader(Array(try Data(contentsOf: URL(filePath: path)).prefix(512)).span)
    #expect(header.recordSeconds == 0 && header.recordBytes <= 61_440 && header.recordCount ?? 0 > 1)
    // Back by the rate that the annotations had.
    _ = try SignalConversion.convert(source, to: String(source.path.dropLast(8)) + "again.hea")
    let again = try Data(contentsOf: URL(filePath: String(source.path.dropLast(8)) + "again.atr"))
    #expect(WFDBAnnotation.read(Array(again).span).annotations == marks)
  }

  @Test func whatNeedsSignalsSaysThatThereAreNone() throws {
    let source = try SignalFile(path: try samples.write(Array(cases[0].file), "notes.edf"))
    for ending in ["csv", "dcm"] {
      do throws(SignalConversion.Failure) {
        _ = try SignalConversion.convert(source, to: String(source.path.dropLast(9)) + "out.\(ending)")
        Issue.record("converted")
      } catch {
        guard case .refused(let error) = error else { throw error }
        #expect("\(error)".contains("no signals, only 3 annotations"))
      }
    }
    do throws(SensorSourceError) {
      _ = try SignalPlayback(file: source, speed: 1)
      Issue.record("played")
    } catch { #expect("\(error)".contains("there are no signals in it, only 3 annotations")) }
  }
}
