import Testing

@testable import WaveCoverage

@Suite struct SceneAddressTests {
  private static func scene(_ tile: String) throws -> CoverageScene {
    try CoverageScene(text: Array("tile=\(tile)".utf8))
  }

  private static let rest = SceneAddress.restMicroseconds

  @Test func whatIsGivenIsOpenedOnce() {
    var address = SceneAddress()
    let none = address.open()
    #expect(none == nil && address.given == nil)
    address.receive([1])
    address.recall([2])
    let first = address.open()
    let second = address.open()
    #expect(first == [2] && second == nil)
  }

  @Test func whatRestsIsWrittenOnce() throws {
    var address = SceneAddress()
    let scene = try Self.scene("A")
    var action = address.update(scene, at: 10)
    #expect(action == .wake(at: 10 + Self.rest))
    action = address.update(scene, at: 10 + Self.rest - 1)
    #expect(action == .wake(at: 10 + Self.rest))
    action = address.update(scene, at: 10 + Self.rest)
    #expect(action == .write(scene.text))
    action = address.update(scene, at: 10 + 3 * Self.rest)
    #expect(action == .none)
  }

  @Test func whatMovesIsWrittenOnceItRests() throws {
    var address = SceneAddress()
    _ = address.update(try Self.scene("A"), at: 0)
    var action = address.update(try Self.scene("B"), at: Self.rest)
    #expect(action == .wake(at: 2 * Self.rest))
    // Back where it was before anything was written.
    action = address.update(nil, at: Self.rest + 1)
    #expect(action == .wake(at: 2 * Self.rest + 1))
    action = address.update(nil, at: 2 * Self.rest + 1)
    #expect(action == .none, "an address without a scene is empty already")
  }

  @Test func anAddressThatWasGivenIsWrittenAnewHoweverItIs() {
    var address = SceneAddress()
    address.receive([1])
    var action = address.update(nil, at: 5)
    #expect(action == .wake(at: 5 + Self.rest), "though nothing else was looked at before")
    action = address.update(nil, at: 6)
    #expect(action == .wake(at: 5 + Self.rest), "it does not wait anew each time")
    action = address.update(nil, at: 5 + Self.rest)
    #expect(action == .write([]))
    address.recall([1])
    action = address.update(nil, at: 9 * Self.rest)
    #expect(action == .none, "what the device kept changes no address")
  }

  @Test func theNoteOfACopyEnds() {
    var note = CopiedNote()
    #expect(note.ends == nil)
    note.copied(true, at: 5)
    #expect(note.ends == 5 + CopiedNote.microseconds)
    note.settle(at: 4 + CopiedNote.microseconds)
    #expect(note.ends != nil)
    note.settle(at: 5 + CopiedNote.microseconds)
    #expect(note.ends == nil)
    note.copied(true, at: 5)
    note.copied(false, at: 6)
    #expect(note.ends == nil)
  }
}
