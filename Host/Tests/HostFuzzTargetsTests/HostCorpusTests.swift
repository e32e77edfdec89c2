import FuzzTargets
import HostFuzzTargets
import Testing

/// The inputs that fuzzing kept, and mutations of them, through the same checks.
@Suite struct HostCorpusTests {
  @Test(arguments: HostFuzzTargets.all) func holdsForEveryInputKept(_ target: FuzzTarget) throws {
    let findings = try Corpus.findings(of: target)
    #expect(findings == [])
  }
}
