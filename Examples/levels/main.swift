// The strongest signal in samples of a receiver, without Foundation:
//   rtl_sdr -f 99.5M -s 2.4M -n 240000 - | levels 2400000 99500000
import Glibc
import WaveSpectra
import WaveUnits

let numbers = CommandLine.arguments.dropFirst().compactMap { Double($0) }
guard numbers.count == 2 else { fatalError("levels RATE FREQUENCY < samples.cu8") }
var analyzer = try SpectrumAnalyzer(
  configuration: AnalyzerConfiguration(
    fftCount: 1024, sampleRateHertz: numbers[0], centerHertz: numbers[1]))

var bytes: [UInt8] = []
var piece = [UInt8](repeating: 0, count: 65_536)
while case let count = read(0, &piece, piece.count), count > 0 { bytes += piece[..<count] }
analyzer.process(bytes.span, format: .cu8)

guard let row = analyzer.finishRow(sequence: 1, startMicroseconds: 0, durationMicroseconds: 1),
  let bin = row.max.indices.max(by: { row.max[$0] < row.max[$1] })
else { fatalError("1024 samples are needed at least") }
let hertz = row.axis.firstHertz + Double(bin) * row.axis.stepHertz
print(Int(hertz.rounded()), "Hz", (Decibels.decibels(fromPower: row.max[bin]) * 10).rounded() / 10, "dBFS")
