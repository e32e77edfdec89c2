// Plays a recording at its own rate, or faster, through the screen that shows a live sensor:
//   FilePlayer night.edf 60
import WaveBiosignals
import WaveKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A recording in the European Data Format, as a sensor.
struct EDFFile: Sensor {
  let info: StreamSource
  private let signals: [[Double]]

  init(_ bytes: [UInt8], speed: Double) throws(BiosignalError) {
    let header = try EDFHeader(bytes.span)
    let records = Int(header.recordCount(fileBytes: Int64(bytes.count)))
    let played = header.signals.indices.filter { !header.signals[$0].isAnnotations }
    signals = played.map { number in
      var samples: [Int32] = []
      for record in 0..<records {
        let start = header.byteCount + record * header.recordBytes
        EDFRecord.append(
          signal: number, of: header, bytes.span.extracting(start..<start + header.recordBytes), to: &samples)
      }
      return samples.map { header.signals[number].physical($0) }
    }
    // A group for each signal: an EDF file may have a rate for each.
    info = StreamSource(
      "Recording",
      groups: played.map { number in
        let signal = header.signals[number]
        let channel = StreamChannel(label: signal.label, unit: signal.units)
        return .init(rateHertz: (header.rateHertz(of: number) ?? 1) * speed, channels: [channel])
      })
  }

  func read(into samples: inout SensorSamples) {
    for group in signals.indices {
      for number in samples.due(group: group) where number < signals[group].count {
        samples.append(signals[group][Int(number)], group: group)
      }
    }
  }
}

guard CommandLine.arguments.count == 3, let speed = Double(CommandLine.arguments[2]),
  let file = fopen(CommandLine.arguments[1], "rb")
else { fatalError("FilePlayer FILE.edf SPEED") }
var bytes: [UInt8] = []
var piece = [UInt8](repeating: 0, count: 65_536)
while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }

let recording = try EDFFile(bytes, speed: speed)
var screen = try SensorScreen(recording, windowSeconds: 10)
screen.resize(width: 1024, height: 768, at: 0)
for frame in 1...600 { _ = screen.draw(at: Int64(frame) * 1_000_000 / 60) }
let channels = recording.info.groups.flatMap(\.channels)
for reading in screen.readings {
  let channel = channels[Int(reading.channel)]
  print(
    String(decoding: channel.label, as: UTF8.self), reading.minimum, reading.maximum,
    String(decoding: channel.unit, as: UTF8.self))
}
print(screen.receivedCount, "samples,", screen.missingCount, "missing")
