import Testing
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrumFeed

@Suite struct SpectrumFeedSteeringTests {
  @Test func theFeedReportsWhoSteersOnceForEachChange() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum))
    scene.play("row ack1")
    let news = Steering(source: 0, state: .another, viewers: 2)
    scene.feed.accept(news)
    scene.feed.accept(news)
    scene.play("row ack1")
    #expect(scene.sent.count { $0 == .steering(news) } == 1)
  }

  @Test func aWishThatIsNotPerformedIsAnsweredWithHowThingsAre() throws {
    var scene = Scene()
    let request = try scene.receive(.command(.tune(source: 0, lowHertz: 1e8, highHertz: 2e8)))
    #expect(request.hasPrefix("command"))
    var source = SpectrumFeed.Source(info: Scene.info)
    source.steering = Steering(source: 0, state: .another, viewers: 2)
    scene.feed.refuse(by: source)
    // Even to a client that shows nothing: it has asked.
    let answer = scene.collect()
    #expect(answer == "? source")
  }
}
