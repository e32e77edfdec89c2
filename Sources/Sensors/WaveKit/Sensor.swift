public import WaveSensorsWire

/// A sensor of your own: a description of what it measures, and its samples.
///
/// Waveglass reads the sensor for every frame that is drawn, or 60 times a second if it is served. `read`
/// must not wait for samples. A sensor that measures when it is read appends the samples that are due by the
/// clock:
///
///     struct Pulse: Sensor {
///       let info = StreamSource("Pulse", rateHertz: 250, channels: [StreamChannel("finger", unit: "mV")])
///
///       mutating func read(into samples: inout SensorSamples) {
///         for number in samples.due() { samples.append(voltage(atSeconds: Double(number) / 250)) }
///       }
///     }
///
/// A sensor that receives samples from its driver keeps them until it is read, and then appends them. The
/// times of these samples follow from their arrival, burst by burst.
///
/// Draw the sensor with a ``SensorScreen``, or serve it to browsers with WaveServing, a library of the host
/// package.
public protocol Sensor {
  /// The description: names, units and rates; it is read once, when the sensor is opened.
  var info: StreamSource { get }

  /// Appends the samples that have arrived since the last call.
  mutating func read(into samples: inout SensorSamples)
}
