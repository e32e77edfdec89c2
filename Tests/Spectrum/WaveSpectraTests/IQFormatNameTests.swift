import Testing
import WaveSpectra

@Suite struct IQFormatNameTests {
  @Test func allButThreeByteSamplesHaveANameInSigMF() {
    let without = IQFormat.Component.allCases.filter { !IQFormat($0).isSigMF }
    #expect(without == [.i24, .i24in32])
  }

  @Test func namesAreReadAsTheyAreWritten() {
    for component in IQFormat.Component.allCases where IQFormat(component).isSigMF {
      for isReal in [false, true] {
        let format = IQFormat(component, isReal: isReal)
        #expect(IQFormat(sigMFDatatype: format.name) == format, "\(format)")
      }
    }
  }
}
