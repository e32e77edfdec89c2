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

var screen = try SensorScreen(Pulse(), filters: [.highPass(hertz: 0.5), .notch(hertz: 50)])
screen.resize(width: 390, height: 300, scale: 3, at: 0)

// An app does this when its display refreshes, with the display's time: here are ten seconds of 60 frames
// each.
var words = 0
for frame in 1...600 where screen.draw(at: Int64(frame) * 1_000_000 / 60) {
  words += screen.list.words.count  // for your player: see DrawListPlayer
}
for reading in screen.readings {
  print(
    "finger:", rounded(reading.minimum), "to", rounded(reading.maximum), "mV, RMS",
    rounded(reading.rootMeanSquare))
}
print(screen.receivedCount, "samples,", screen.missingCount, "missing,", words / 600, "words a frame")
