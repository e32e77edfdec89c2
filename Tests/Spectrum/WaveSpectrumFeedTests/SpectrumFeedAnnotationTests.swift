import Testing
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrumFeed

@Suite struct SpectrumFeedAnnotationTests {
  private let list = Annotations(
    source: 0, leftOut: 3,
    marks: [
      Annotation(startMicroseconds: 1, endMicroseconds: 2, lowHertz: 88e6, highHertz: 89e6, label: [0x61])
    ])

  @Test func aClientThatComesHearsOfThemAndOfWhatStillHolds() throws {
    var scene = Scene(isGreeted: false)
    scene.feed.sources[0].annotations = list
    scene.feed.sources[0].persistentNotices = [Notice(severity: .failure, text: "The source has ended.")]
    try scene.receive(.hello(Hello()))
    #expect(scene.sent.contains(.annotations(list)))
    try scene.receive(Scene.view(1, .spectrum))
    #expect(scene.sent.contains(.notice(Notice(severity: .failure, text: "The source has ended."))))
  }

  @Test func newOnesComeWithTheNextThatIsShown() throws {
    var scene = Scene()
    scene.feed.accept(list)
    #expect(scene.play("row row").isEmpty)
    try scene.receive(Scene.view(1, .spectrum))
    #expect(scene.sent.contains(.annotations(list)))
    let count = scene.sent.count { if case .annotations = $0 { true } else { false } }
    scene.play("row row")
    #expect(scene.sent.count { if case .annotations = $0 { true } else { false } } == count)
  }

  @Test func thoseOfAnUnknownSourceArePassedOver() {
    var scene = Scene()
    scene.feed.accept(Annotations(source: 9, marks: []))
    #expect(scene.feed.sources[0].annotations == nil)
  }
}
