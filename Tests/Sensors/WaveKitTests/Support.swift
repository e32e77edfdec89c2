import WaveKit
import WaveSensorsWire
import WaveUnits

@testable import WaveInteraction
@testable import WaveSensors

/// A sensor that makes what is due of a function of channel and sample.
struct MadeSensor: Sensor {
  var info: StreamSource
  var value: (_ channel: Int, _ number: UInt64) -> Double

  init(
    rateHertz: Double = 250, labels: [String] = ["x"], unit: String = "mV",
    value: @escaping (_ channel: Int, _ number: UInt64) -> Double = { _, number in
      Trigonometry.sineCosine(turns: Double(number) / 500).sine
    }
  ) {
    info = StreamSource(
      "Made", rateHertz: rateHertz, channels: labels.map { StreamChannel($0, unit: unit, range: -2...2) })
    self.value = value
  }

  func read(into samples: inout SensorSamples) {
    for number in samples.due() {
      samples.append(frame: info.groups[0].channels.indices.map { value($0, number) })
    }
  }
}

/// A sensor that does what a test says.
struct ScriptedSensor: Sensor {
  var info: StreamSource
  var script: (inout SensorSamples) -> Void

  init(_ info: StreamSource, _ script: @escaping (inout SensorSamples) -> Void = { _ in }) {
    self.info = info
    self.script = script
  }

  func read(into samples: inout SensorSamples) { script(&samples) }
}

/// A sensor whose driver gave it frames.
struct QueuedSensor: Sensor {
  let info = StreamSource("Queue", rateHertz: 100, channels: [StreamChannel("a"), StreamChannel("b")])
  var queue: [Double] = []

  mutating func read(into samples: inout SensorSamples) {
    samples.append(frames: queue)
    queue.removeAll()
  }
}

extension SensorScreen {
  /// The numbers of the controls that there are now; a short test does not get beyond 500.
  var controlNumbers: [UInt16] {
    let numbers = model.shell.numbers
    return (1...500).filter { numbers.action(of: $0) != nil }
  }

  /// The number of the source's own control that has this number there.
  func number(ofControl control: UInt8) -> UInt16? {
    controlNumbers.first { model.shell.numbers.action(of: $0) == .adjust(control: control) }
  }

  /// Draws 60 frames a second until a time, and plays each.
  mutating func run(from start: Int64, seconds: Double, scene: inout DrawScene) throws {
    for frame in 1...Int(seconds * 60) where draw(at: start + Int64(frame) * 1_000_000 / 60) {
      try scene.play(list.words)
    }
  }
}
