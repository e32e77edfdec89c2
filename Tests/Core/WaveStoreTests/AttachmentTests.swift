import Testing
import WaveStore
import WaveUnits

@Suite struct AttachmentTests {
  private static func make() throws -> (bytes: [UInt8], records: [StoreAttachment]) {
    var encoder = StoreEncoder(identifier: 77)
    let group = StoreGroup(
      name: Array("own".utf8), rateHertz: 10, chunkExponent: 2,
      channels: [StoreChannel(label: [0x61], unit: [])])
    let number = try encoder.add(group)
    var records = [try encoder.attach(kind: 256, Array(1...21))]
    let samples: [Double] = [1, 2, 3, 4, 5, 6]
    try encoder.append(group: number, sequence: 0, samples: samples.span)
    records.append(try encoder.attach(kind: .max, []))
    encoder.close()
    return (encoder.bytes, records)
  }

  @Test func liesInTheFileAsItIs() throws {
    let (bytes, records) = try Self.make()
    let payloads: [[UInt8]] = [Array(1...21), []]
    for (record, payload) in zip(records, payloads) {
      let place = Int(record.place)
      #expect(place % 8 == 0 && Array(bytes[place..<place + record.byteCount]) == payload)
      // The sum by hand: that of the identifier and the payload.
      let identified: [UInt8] = [77, 0, 0, 0, 0, 0, 0, 0] + payload
      #expect(record.checksum == CRC32.checksum(identified.span))
      #expect(StoreAttachment.checksum(of: payload.span, identifier: 77) == record.checksum)
      let header = Array(bytes[place - 32..<place])
      let found = StoreAttachment(header: header, place: UInt64(place - 32), identifier: 77)
      #expect(found == record)
      #expect(StoreAttachment(header: header, place: 0, identifier: 78) == nil)
      var damaged = header
      damaged[9] ^= 1
      #expect(StoreAttachment(header: damaged, place: 0, identifier: 77) == nil)
      #expect(StoreAttachment(header: Array(header.prefix(31)), place: 0, identifier: 77) == nil)
    }
    // The first group's record is the store's own.
    #expect(StoreAttachment(header: Array(bytes[32..<64]), place: 32, identifier: 77) == nil)
    #expect(try StoreAttachment.identifier(ofHeader: bytes) == 77)
    #expect(throws: StoreError.notStore) { try StoreAttachment.identifier(ofHeader: [1, 2, 3]) }
  }

  @Test func isPassedOverByReaders() throws {
    var reader = try StoreReader(StoreMemory(try Self.make().bytes))
    #expect(reader.isClosed && reader.damagedCount == 0 && reader.groupCount == 1)
    #expect(reader.sequences(group: 0) == 0..<6)
    #expect(try reader.samples(group: 0, sequences: 0..<6, channels: 0..<1) == [1, 2, 3, 4, 5, 6])
  }

  @Test func takesNeitherKindsOfItsOwnNorTooMuch() {
    var encoder = StoreEncoder(identifier: 1)
    #expect(throws: StoreError.reservedKind(8)) { try encoder.attach(kind: 8, []) }
    let long = [UInt8](repeating: 0, count: StoreFormat.payloadLimit + 1)
    let limit = StoreFormat.payloadLimit
    #expect(throws: StoreError.payloadTooLong(byteCount: limit + 1, limit: limit)) {
      try encoder.attach(kind: 300, long)
    }
    #expect(encoder.byteCount == 32)
  }
}
