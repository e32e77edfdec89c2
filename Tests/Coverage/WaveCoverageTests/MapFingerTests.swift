import Testing
@testable import WaveInteraction

@testable import WaveCoverage

@Suite struct MapFingerTests {
  @Test func aDragIsHowFarTheFingerHasMoved() {
    var finger = MapFinger()
    func moved(_ gesture: Gesture) -> [Float] {
      let (dx, dy) = finger.follow(gesture)
      return [dx, dy]
    }
    #expect(moved(.began(x: 10, y: 20)) == [0, 0])
    // What came before it was a drag is moved as well.
    #expect(moved(.drag(dx: 1, dy: 1, x: 15, y: 27)) == [5, 7])
    #expect(moved(.longPressMoved(x: 14, y: 30)) == [-1, 3])
    #expect(moved(.longPress(x: 99, y: 99)) == [0, 0] && moved(.cancelled) == [0, 0])
    #expect(moved(.drag(dx: 0, dy: 0, x: 14, y: 30)) == [0, 0])
  }

  @Test func theFingerThatIsLeftOfTwoDoesNotJump() {
    var finger = MapFinger()
    _ = finger.follow(.began(x: 10, y: 20))
    _ = finger.follow(.pinch(scaleX: 1, scaleY: 1, x: 0, y: 0, dx: 0, dy: 0))
    let first = finger.follow(.drag(dx: 2, dy: 3, x: 500, y: 600))
    #expect(first.dx == 2 && first.dy == 3)
    let second = finger.follow(.drag(dx: 9, dy: 9, x: 501, y: 600))
    #expect(second.dx == 1 && second.dy == 0)
    _ = finger.follow(.pinch(scaleX: 1, scaleY: 1, x: 0, y: 0, dx: 0, dy: 0))
    _ = finger.follow(.began(x: 0, y: 0))
    let anew = finger.follow(.drag(dx: 2, dy: 2, x: 7, y: 8))
    #expect(anew.dx == 7 && anew.dy == 8, "another finger begins")
  }

  @Test func aTapIsUndoneOnce() {
    var finger = MapFinger()
    var undone = finger.undoTap()
    #expect(undone == .nothing)
    finger.tapped(.openedSheet)
    finger.tapped(.pickedTile(before: nil))
    undone = finger.undoTap()
    #expect(undone == .pickedTile(before: nil))
    undone = finger.undoTap()
    #expect(undone == .nothing)
  }
}
