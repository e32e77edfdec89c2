public import WaveSensorsWire

/// A sensor of your own: what it measures, and the samples that it has.
///
/// A sensor is asked for its samples at every frame that is drawn, or 60 times a second where it is served;
/// it does not wait for any. One that measures when it is asked hands in what is due by the clock:
///
///     struct Pulse: Sensor {
///       let info = StreamSource("Pulse", rateHertz: 250, channels: [StreamChannel("finger", unit: "mV")])
///
///       mutating func read(into samples: inout SensorSamples) {
///         for number in samples.due() { samples.append(voltage(atSeconds: Double(number) / 250)) }
///       }
///     }
///
/// One that is told of samples by its driver keeps them until it is asked, and appends those; when they were
/// made is then found from when they came, burst by burst.
///
/// Draw it with a ``SensorScreen``, or serve it to browsers with WaveServing, a library of the host package.
public protocol Sensor {
  /// What it measures: names, units and rates; asked for once, when it is opened.
  var info: StreamSource { get }

  /// Hands in the samples that have come since it was asked last.
  mutating func read(into samples: inout SensorSamples)
}
