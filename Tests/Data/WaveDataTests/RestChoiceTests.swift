import Testing
import WaveDataWire

@testable import WaveData

@Suite struct RestChoiceTests {
  @Test func nothingIsChosenOrSentAtFirst() {
    var rest = RestChoice()
    #expect(rest.isShown == nil)
    #expect(rest.isUnsent() == false)
    rest.connect()
    #expect(rest.isUnsent() == false)
  }

  @Test func aNewConnectionIsSentThatTheRestIsShownOnce() {
    var rest = RestChoice()
    rest.choose(true)
    #expect(rest.isShown == true)
    // The choice itself was sent.
    #expect(rest.isUnsent() == false)
    rest.connect()
    #expect(rest.isUnsent() == true)
    #expect(rest.isUnsent() == false)
    #expect(rest.isShown == true)
  }

  @Test func thatItIsHiddenIsWhatAConnectionDoesAnyway() {
    var rest = RestChoice()
    rest.choose(true)
    rest.choose(false)
    rest.connect()
    #expect(rest.isShown == false)
    #expect(rest.isUnsent() == false)
  }
}
