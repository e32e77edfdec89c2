import FuzzTargets
import Testing

/// The inputs that fuzzing kept, and mutations of them, through the same checks.
@Suite struct CorpusTests {
  @Test(arguments: FuzzTargets.all) func holdsForEveryInputKept(_ target: FuzzTarget) throws {
    #expect(try Corpus.findings(of: target) == [])
  }
}
