// A sensor of your own in the browser: one call.
import WaveServing

/// A swing of one hertz, and one that is slower: in place of this, what your driver gives.
struct Swing: Sensor {
  let info = StreamSource(
    "Swing", rateHertz: 250, channels: [StreamChannel("fast", unit: "V"), StreamChannel("slow", unit: "V")])

  func read(into samples: inout SensorSamples) {
    for number in samples.due() {
      samples.append(sine(Double(number) / 250), sine(Double(number) / 5000))
    }
  }
}

let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
try await Swing().serve(filters: [.lowPass(hertz: 100)], port: port)
