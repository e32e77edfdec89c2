import Testing
import WaveSpectrumWire

@testable import WaveSpectrum

@Suite struct PeakRowTests {
  private func row(_ values: [Int16]) -> PeakRow {
    PeakRow(values: values, band: Band(low: 100, high: 200), microseconds: 0)
  }

  @Test func columnsHaveMiddles() {
    let row = row([1, 2, 3, 4])
    #expect(row.stepHertz == 25 && row.hertz(0) == 112.5 && row.hertz(3) == 187.5)
  }

  @Test func aHundredthOfTheRowBelongsToAPeak() {
    #expect(row([1]).reach == 1)
    #expect(row([Int16](repeating: 0, count: 299)).reach == 2)
    var values = [Int16](repeating: 0, count: 300)
    (values[10], values[13]) = (5, 4)
    #expect(row(values).isPeak(10) && !row(values).isPeak(13))
    (values[13], values[14]) = (0, 4)
    #expect(row(values).isPeak(14))
  }

  @Test func ofAPlateauTheFirstColumnIsThePeak() {
    let row = row([1, 5, 5, 1])
    #expect(row.isPeak(1) && !row.isPeak(2) && !row.isPeak(0) && !row.isPeak(3))
    #expect(self.row([5, 1, 5]).isPeak(0) && self.row([5, 1, 5]).isPeak(2))
  }
}
