// A sensor of your own, filtered and drawn in this process: no server, no browser.
import WaveKit

/// A simulated pulse of 1.2 beats per second, with 0.1 Hz baseline drift and mains hum; replace it with the
/// samples from your driver.
struct Pulse: Sensor {
  let info = StreamSource(
    "Pulse", rateHertz: 250, channels: [StreamChannel("finger", unit: "mV", range: -2...2)])

  func read(into samples: inout SensorSamples) {
    for number in samples.due() {
      let seconds = Double(number) / 250
      samples.append(sine(1.2 * seconds) + sine(0.1 * seconds) + 0.5 * sine(50 * seconds))
    }
  }
}
