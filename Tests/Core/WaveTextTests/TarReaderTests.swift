import TestSupport
import Testing
import WaveText

@Suite struct TarReaderTests {
  private struct Reading {
    var members: [TarReader.Member] = []
    var error: TextError?
    var blockCount = 0

    init(_ bytes: (ByteRequest) -> [UInt8]) {
      var reader = TarReader()
      do throws(TextError) {
        while let request = reader.request, blockCount < 100_000 {
          blockCount += 1
          if let member = try reader.read(bytes(request).span) { members.append(member) }
        }
      } catch {
        self.error = error
        #expect(reader.request == nil)
      }
    }
  }

  /// The first archive of a name, in full.
  private static func archive(_ name: String) throws -> [UInt8] {
    let archive = try #require(try ArchiveFixtures.load().archives.first { $0.name == name })
    return stride(from: 0, to: archive.size, by: 512).flatMap {
      archive.bytes(ByteRequest(byteOffset: $0, byteCount: 512))
    }
  }

  @Test func listsWhatPythonLists() throws {
    for archive in try ArchiveFixtures.load().archives {
      let reading = Reading(archive.bytes)
      #expect(reading.error == nil)
      #expect(
        reading.members.map(ArchiveFixtures.Archive.Member.init) == archive.members, "\(archive.name)")
    }
  }

  @Test func readsHeadersOnly() throws {
    let archive = try #require(try ArchiveFixtures.load().archives.first { $0.name.hasPrefix("huge") })
    #expect(archive.size > 100 << 30)
    #expect(Reading(archive.bytes).blockCount < 10)
  }

  @Test func anArchiveMayEndWithoutItsZeros() throws {
    let bytes = try Self.archive("v7-like")
    let whole = Reading { bytes.bytes($0) }
    let end = try #require(whole.members.last).byteOffset + 512
    let cut = Reading { Array(bytes[..<Int(end)]).bytes($0) }
    #expect(cut.error == nil && cut.members == whole.members)
    let torn = Reading { Array(bytes[..<700]).bytes($0) }
    #expect(torn.error == .tar(.truncated, byte: 512))
    #expect(Reading { _ in [] }.error == .empty)
  }

  @Test func damageIsSeen() throws {
    var bytes = try Self.archive("v7-like")
    bytes[513] ^= 1
    let reading = Reading { bytes.bytes($0) }
    #expect(reading.members.count == 1 && reading.error == .tar(.badChecksum, byte: 512))
    #expect(
      "\(TextError.tar(.badChecksum, byte: 512))".hasPrefix("byte 512: the header's checksum is wrong"))
  }

  /// Sets a member's kind and mends its checksum.
  private static func changed(_ bytes: [UInt8], at block: Int, kind: Character) -> [UInt8] {
    var bytes = bytes
    bytes[block + 156] = kind.asciiValue ?? 0
    let sum = (0..<512).reduce(0) { $0 + ((148..<156).contains($1) ? 0x20 : Int(bytes[block + $1])) }
    let digits = String(sum, radix: 8)
    for (index, digit) in (String(repeating: "0", count: 6 - digits.count) + digits).utf8.enumerated() {
      bytes[block + 148 + index] = digit
    }
    bytes[block + 154] = 0
    return bytes
  }

  @Test func refusesFilesInPieces() throws {
    let bytes = try Self.archive("v7-like")
    let sparse = Self.changed(bytes, at: 512, kind: "S")
    #expect(Reading { sparse.bytes($0) }.error == .tar(.sparse, byte: 512))
    let continued = Self.changed(bytes, at: 512, kind: "M")
    #expect(Reading { continued.bytes($0) }.error == .tar(.continued, byte: 512))
    let record = Array("22 GNU.sparse.major=1\n".utf8)
    var pax = Self.changed(bytes, at: 512, kind: "x")
    pax.replaceSubrange(1024..<(1024 + record.count), with: record)
    #expect(Reading { pax.bytes($0) }.error == .tar(.malformedExtension, byte: 1024))
  }

  @Test func neverTraps() throws {
    let seeds = try ["ustar", "pax", "gnu"].map(Self.archive)
    var random = SeededGenerator(seed: 1003)
    var (given, failed) = (0, 0)
    for _ in 0..<600 {
      var bytes = seeds.randomElement(using: &random) ?? []
      // Checksums stop most changes: mend some.
      let block = 512 * Int.random(in: 0..<8, using: &random)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[block + Int.random(in: 0..<512, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        bytes = Self.changed(bytes, at: block, kind: "0xgLK5S".randomElement(using: &random) ?? "0")
      }
      if Bool.random(using: &random) { bytes.mutate(using: &random) }
      let reading = Reading { bytes.bytes($0) }
      #expect(reading.blockCount < 1000)
      given += reading.members.count
      if reading.error != nil { failed += 1 }
      for member in reading.members { #expect(member.byteOffset >= 512 && member.byteCount >= 0) }
    }
    #expect(given > 500 && failed > 50)
  }
}
