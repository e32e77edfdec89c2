import Testing
import WaveSystem

@Suite struct SINumberTests {
  @Test func isWrittenAsItIsTyped() {
    for text in ["915M", "2.4M", "1.5G", "250k", "50", "0.5", "-10k", "0"] {
      #expect(SINumber(text: text)?.description == text)
    }
  }

  @Test(arguments: [
    ("2.4M", 2.4e6), ("99.5M", 99.5e6), ("99.5MHz", 99.5e6), ("10k", 1e4), ("10K", 1e4), ("1G", 1e9),
    ("1.7 GHz", 1.7e9), ("2T", 2e12), ("440", 440), ("440Hz", 440), ("1e6", 1e6), ("-3.5k", -3500), ("0", 0),
    ("+5M", 5e6), (".5M", 5e5),
  ])
  func reads(_ text: String, _ value: Double) {
    #expect(SINumber(text: text) == SINumber(value))
  }

  @Test(arguments: [
    "", "M", "Hz", "99.5m", "1,5M", "2.4MM", "nan", "inf", "infinity", "0x10", "1e999", "1e300T", "ten",
    "5 k M",
    "--5", "2.4M x", "٣M",
  ])
  func refuses(_ text: String) {
    #expect(SINumber(text: text) == nil)
  }
}
