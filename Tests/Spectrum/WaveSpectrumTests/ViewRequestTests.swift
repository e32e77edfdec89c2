import Testing
import WaveSpectrumWire

@testable import WaveSpectrum

@Suite struct ViewRequestTests {
  private func view(_ low: Double = 90e6, _ high: Double = 110e6, mode: ViewMode = .spectrum) -> ShowView {
    ShowView(view: 77, mode: mode, columns: 400, lowHertz: low, highHertz: high)
  }

  @Test func whatHasChangedIsDueAtOnce() {
    var request = ViewRequest()
    #expect(request.due == nil && request.shown == nil)
    request.change(at: 5000)
    #expect(request.due == 5000)
    request.change(at: 9000)
    #expect(request.due == 5000)
    request.change(at: .min)
    #expect(request.due == 5000)
  }

  @Test func whileAFingerMovesItIsDueLater() {
    var request = ViewRequest()
    #expect(request.show(view(), at: 1_000_000) == .changed)
    #expect(request.due == nil)
    request.change(at: 1_010_000)
    #expect(request.due == 1_100_000)
    var late = request
    #expect(late.show(nil, at: 1_100_000) == .same)
    #expect(late.due == nil)
    // A screen that has changed does not wait for a time, but for the last request.
    _ = request.show(view(), at: 1_200_000)
    request.change(at: .min)
    #expect(request.due == 1_100_000)
  }

  @Test func onlyAnotherViewIsSent() {
    var request = ViewRequest()
    #expect(request.show(view(), at: 0) == .changed)
    #expect(request.shown?.view == 1 && request.shown?.lowHertz == 90e6)
    #expect(request.show(view(), at: 5_000_000) == .same)
    #expect(request.shown?.view == 1)
    // Nothing was sent, so nothing waits for it.
    request.change(at: 5_000_001)
    #expect(request.due == 5_000_001)
    #expect(request.show(view(mode: .nothing), at: 5_000_001) == .changed)
    #expect(request.shown?.view == 2 && request.shown?.mode == .nothing)
  }

  @Test func anotherBandIsAMove() {
    var request = ViewRequest()
    _ = request.show(view(), at: 0)
    #expect(request.show(view(91e6), at: 1) == .moved)
    #expect(request.show(view(91e6, 109e6), at: 2) == .moved)
    #expect(request.show(view(91e6, 109e6, mode: .meter), at: 3) == .changed)
  }

  @Test func aNewConnectionIsAskedAnew() {
    var request = ViewRequest()
    _ = request.show(view(), at: 0)
    request.forget()
    #expect(request.shown == nil)
    #expect(request.show(view(80e6), at: 1) == .changed)
    #expect(request.shown?.view == 2)
  }

  @Test func numbersDoNotEnd() {
    var request = ViewRequest()
    for index in 0..<65_535 { _ = request.show(view(Double(index)), at: 0) }
    #expect(request.shown?.view == .max)
    _ = request.show(view(-1), at: 0)
    #expect(request.shown?.view == 1)
  }
}
