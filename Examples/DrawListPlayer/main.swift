// A player of the draw list: SVG on the standard output.
import WaveKit
import WaveUnits

/// Two streams whose every sample is known, and a loss: samples 1000 to 1249 never come.
struct Known: Sensor {
  let info = StreamSource(
    "Known", rateHertz: 250,
    channels: [StreamChannel("sine", unit: "V", range: -1...1), StreamChannel("steps", range: 0...4)])

  func read(into samples: inout SensorSamples) {
    for number in samples.due() {
      let isLost = (1000..<1250).contains(number)
      let sine = Trigonometry.sineCosine(turns: Double(number) / 500).sine
      samples.append(isLost ? .nan : sine, isLost ? .nan : Double(number / 125 % 4))
    }
  }
}

var screen = try SensorScreen(Known(), windowSeconds: 10)
screen.resize(width: 800, height: 400, at: 0)
for frame in 1...720 { _ = screen.draw(at: Int64(frame) * 1_000_000 / 60) }
print(SVGPlayer.svg(of: screen.picture(at: 12_000_000)))
