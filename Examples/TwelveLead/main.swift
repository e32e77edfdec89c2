// An electrocardiogram of twelve leads on its paper: eight are measured, four are made of them, lead II
// stands below again.
import WaveKit
import WaveSimulation

/// A simulated heart: in place of this, your amplifier.
struct Heart: Sensor {
  let heart = SimulatedECG(seed: 7, rateHertz: 500)
  let info = StreamSource(
    "Heart", detail: "simulated, of nobody", rateHertz: 500,
    channels: ["I", "II", "V1", "V2", "V3", "V4", "V5", "V6"].map { StreamChannel($0, unit: "mV") })

  func read(into samples: inout SensorSamples) {
    let due = samples.due()
    var channels: [Double] = []
    heart.append(from: due.lowerBound, count: due.count, to: &channels)
    for index in 0..<due.count {
      samples.append(frame: (0..<8).map { channels[$0 * due.count + index] })
    }
  }
}

var screen = try SensorScreen(Heart(), filters: .diagnosticECG + [.notch(hertz: 50)])
screen.resize(width: 1366, height: 1024, at: 0)
for frame in 1...600 { _ = screen.draw(at: Int64(frame) * 1_000_000 / 60) }

let picture = screen.picture(at: 10_000_000)
for layer in picture.layers {
  for case .text(let text, _, _, _, _, _) in layer.marks { print(String(decoding: text, as: UTF8.self)) }
}
// What is made holds at every sample: III = II - I.
let now = screen.readings.map(\.value)
print("III - (II - I):", (Double(now[8] - (now[1] - now[0])) * 1000).rounded() / 1000, "mV")
