// A sensor of your own, filtered and drawn in this process: no server, no browser.
import WaveKit

/// A simulated pulse of 1.2 beats per second, with 0.1 Hz baseline drift and mains hum; replace it with the
/// samples from your driver.
struct Pulse: Sensor {
  let info = StreamSource(
    "Pulse", rateHertz: 250, channels: [StreamChannel("finger", unit: "mV", range: -2...2)])
}
