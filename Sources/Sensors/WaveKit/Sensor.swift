public import WaveSensorsWire

/// A custom sensor, which consists of a description and a source of samples.
///
/// Waveglass reads the sensor for every frame that is drawn or, if it serves the sensor, 60 times a second.
/// `read` must not wait for samples. A sensor that generates samples on demand appends the samples that are
/// due by the clock:
///
///     struct Pulse: Sensor {
///       let info = StreamSource("Pulse", rateHertz: 250, channels: [StreamChannel("finger", unit: "mV")])
///
///       mutating func read(into samples: inout SensorSamples) {
///         for number in samples.due() { samples.append(voltage(atSeconds: Double(number) / 250)) }
///       }
///     }
///
/// A sensor that receives samples from a driver buffers them until it is read, and then appends them. The
/// times of these samples are derived from the arrival of each burst.
///
/// Draw the sensor with a ``SensorScreen``, or serve it to browsers with WaveServing, a library of the host
/// package.
public protocol Sensor {
  /// The description, with names, units and rates; it is read only once, when the sensor is opened.
  var info: StreamSource { get }

  /// Appends the samples that have arrived since the last call.
  mutating func read(into samples: inout SensorSamples)
}
