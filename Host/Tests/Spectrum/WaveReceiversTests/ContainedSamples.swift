import Foundation

/// Samples wrapped in the containers that hold them, as other programs write them.
enum ContainedSamples {
  static func littleEndian<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  /// A WAV file of two channels.
  static func wav(_ bytes: [UInt8], bits: UInt16, rate: UInt32, format: UInt16 = 1) -> [UInt8] {
    let frame = 2 * bits / 8
    var header: [UInt8] = Array("WAVEfmt ".utf8) + littleEndian(UInt32(16)) + littleEndian(format)
    header += littleEndian(UInt16(2)) + littleEndian(rate) + littleEndian(rate * UInt32(frame))
    header += littleEndian(frame) + littleEndian(bits) + Array("data".utf8)
    header += littleEndian(UInt32(bytes.count))
    let body = header + bytes + (bytes.count % 2 == 1 ? [0] : [])
    return Array("RIFF".utf8) + littleEndian(UInt32(body.count)) + body
  }

  /// A tar archive, ustar.
  static func tar(_ members: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var archive: [UInt8] = []
    for (name, bytes) in members {
      var block = [UInt8](repeating: 0, count: 512)
      func write(_ text: String, _ place: Int) {
        for (index, byte) in text.utf8.enumerated() { block[place + index] = byte }
      }
      func octal(_ value: Int, _ digits: Int) -> String {
        let text = String(value, radix: 8)
        return String(repeating: "0", count: digits - text.count) + text
      }
      write(name, 0)
      write(octal(0o644, 7), 100)
      write(octal(0, 7), 108)
      write(octal(0, 7), 116)
      write(octal(bytes.count, 11), 124)
      write(octal(0, 11), 136)
      write("        0", 148)
      write("ustar", 257)
      write("00", 263)
      write(octal(block.reduce(0) { $0 + Int($1) }, 6), 148)
      block[154] = 0
      archive += block + bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
    }
    return archive + [UInt8](repeating: 0, count: 1024)
  }

  /// An .sdriq file of 16 bits.
  static func sdriq(_ bytes: [UInt8], rate: UInt32, center: UInt64, seconds: UInt64) -> [UInt8] {
    var header = littleEndian(rate) + littleEndian(center) + littleEndian(seconds)
    header += littleEndian(UInt32(16)) + littleEndian(UInt32(0))
    return header + littleEndian(crc32(header)) + bytes
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = crc & 1 == 1
        crc >>= 1
        if isOdd { crc ^= 0xEDB8_8320 }
      }
    }
    return ~crc
  }
}
