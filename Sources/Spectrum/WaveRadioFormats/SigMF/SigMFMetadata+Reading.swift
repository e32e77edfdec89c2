import WaveSpectra
import WaveText

extension SigMFMetadata {
  /// Parses and validates metadata.
  ///
  /// Fields of the core namespace are validated against SigMF's schema. The order of items, the edges of
  /// bands, and times are also checked. Unknown fields are ignored.
  ///
  /// - Parameter json: The content of a `.sigmf-meta` file.
  /// - Throws: `RadioFormatError.empty`, `.text` if the content is not JSON, or `.sigMF`.
  /// - Complexity: O(bytes).
  public init(json: [UInt8]) throws(RadioFormatError) {
    let top: JSONValue
    do throws(TextError) { top = try JSONReader.read(json) } catch { throw RadioFormatError(error) }
    guard case .object = top else { throw .sigMF(SigMFFault(.wrongKind, .top, "global")) }
    guard let value = top.member("global") else { throw .sigMF(SigMFFault(.missing, .top, "global")) }
    let global = SigMFFields(value, .global)
    try global.checkObject()
    guard let datatype = try global.text("core:datatype") else {
      throw global.fault(.missing, "core:datatype")
    }
    guard let format = IQFormat(sigMFDatatype: datatype) else {
      throw global.fault(.malformed, "core:datatype")
    }
    guard let version = try global.text("core:version") else { throw global.fault(.missing, "core:version") }
    self.init(format: format)
    self.version = version
    guard Self.isVersion(version) else { throw global.fault(.malformed, "core:version") }
    try readGlobal(global)
    for item in try Self.items(of: top, "captures", .captures) { try append(capture: item) }
    for item in try Self.items(of: top, "annotations", .annotations) { try append(annotation: item) }
    // The format requires absolute indices, which cannot be less than the offset. If any index is, all
    // indices are assumed to count from the start of the dataset.
    let least = min(captures.first?.firstSample ?? .max, annotations.first?.firstSample ?? .max)
    if least < firstSample { firstSample = 0 }
  }

  private mutating func readGlobal(_ global: SigMFFields) throws(RadioFormatError) {
    if let rate = try global.number("core:sample_rate", 0...1e12) {
      guard rate > 0 else { throw global.fault(.outOfRange, "core:sample_rate") }
      sampleRateHertz = rate
    }
    if let count = try global.integer("core:num_channels") {
      guard count >= 1 else { throw global.fault(.outOfRange, "core:num_channels") }
      guard count <= Self.channelLimit else {
        throw global.fault(.tooMany(limit: Self.channelLimit), "core:num_channels")
      }
      channelCount = Int(count)
    }
    firstSample = try global.integer("core:offset") ?? 0
    trailingByteCount = try global.integer("core:trailing_bytes") ?? 0
    isMetadataOnly = try global.bool("core:metadata_only") ?? false
    if let text = try global.text("core:sha512") {
      guard text.count == 128, let digest = HexDigit.bytes(text) else {
        throw global.fault(.malformed, "core:sha512")
      }
      sha512 = digest
    }
    hardware = try global.text("core:hw")
    author = try global.text("core:author")
    summary = try global.text("core:description")
    license = try global.text("core:license")
    recorder = try global.text("core:recorder")
    location = try global.location()
    if let name = try global.text("core:dataset") {
      guard Self.isFileName(name) else { throw global.fault(.malformed, "core:dataset") }
      datasetName = name
    }
    try readExtensions(global)
  }

  private mutating func readExtensions(_ global: SigMFFields) throws(RadioFormatError) {
    guard let value = global.value.member("core:extensions") else { return }
    guard case .array(let items) = value else { throw global.fault(.wrongKind, "core:extensions") }
    for item in items {
      let fields = SigMFFields(item, .global)
      guard case .object = item, let name = try fields.text("name"), let version = try fields.text("version"),
        let isOptional = try fields.bool("optional")
      else { throw global.fault(.malformed, "core:extensions") }
      guard isOptional else { throw .sigMF(SigMFFault(.unknownExtension, .global, field: name)) }
      extensions.append(SigMFExtension(name: name, version: version, isOptional: isOptional))
    }
  }

  private mutating func append(capture fields: SigMFFields) throws(RadioFormatError) {
    let first = try fields.firstSample(notBefore: captures.last?.firstSample ?? 0)
    var capture = SigMFCapture(firstSample: first)
    capture.centerHertz = try fields.number("core:frequency", -1e12...1e12)
    if let text = try fields.text("core:datetime") {
      guard let microseconds = CivilTime.instant(text) else {
        throw fields.fault(.malformed, "core:datetime")
      }
      capture.startMicroseconds = microseconds
    }
    capture.globalIndex = try fields.integer("core:global_index")
    capture.headerByteCount = try fields.integer("core:header_bytes") ?? 0
    capture.location = try fields.location()
    captures.append(capture)
  }

  private mutating func append(annotation fields: SigMFFields) throws(RadioFormatError) {
    let first = try fields.firstSample(notBefore: annotations.last?.firstSample ?? 0)
    var annotation = SigMFAnnotation(firstSample: first)
    annotation.sampleCount = try fields.integer("core:sample_count")
    guard !first.addingReportingOverflow(annotation.sampleCount ?? 0).overflow else {
      throw fields.fault(.outOfRange, "core:sample_count")
    }
    annotation.lowHertz = try fields.number("core:freq_lower_edge", -1e12...1e12)
    annotation.highHertz = try fields.number("core:freq_upper_edge", -1e12...1e12)
    switch (annotation.lowHertz, annotation.highHertz) {
    case (nil, nil): break
    case (let low?, let high?) where low <= high: break
    default: throw fields.fault(.badEdges, "core:freq_lower_edge")
    }
    annotation.label = try fields.text("core:label")
    annotation.comment = try fields.text("core:comment")
    annotation.generator = try fields.text("core:generator")
    annotation.uuid = try fields.text("core:uuid")
    annotations.append(annotation)
  }

  private static func items(
    of top: JSONValue, _ name: StaticString, _ section: SigMFFault.Section
  ) throws(RadioFormatError) -> [SigMFFields] {
    guard let value = top.member(name) else { throw .sigMF(SigMFFault(.missing, .top, name)) }
    guard case .array(let values) = value else { throw .sigMF(SigMFFault(.wrongKind, .top, name)) }
    guard values.count <= itemLimit else { throw .sigMF(SigMFFault(.tooMany(limit: itemLimit), .top, name)) }
    var items: [SigMFFields] = []
    items.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      let fields = SigMFFields(value, section, index: index)
      try fields.checkObject()
      items.append(fields)
    }
    return items
  }

  /// Returns whether a string consists of three numbers separated by dots.
  private static func isVersion(_ text: [UInt8]) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
  }

  /// Returns whether a string can be the name of a file in the same folder.
  private static func isFileName(_ name: [UInt8]) -> Bool {
    guard !name.isEmpty, name != [0x2E], name != [0x2E, 0x2E] else { return false }
    let forbidden: StaticString = "/\\:*?\"<>|"
    return forbidden.withUTF8Buffer { forbidden in
      name.allSatisfy { $0 >= 0x20 && !forbidden.contains($0) }
    }
  }
}

/// A JSON object in the metadata, with its location.
struct SigMFFields {
  let value: JSONValue
  let section: SigMFFault.Section
  let index: Int?

  init(_ value: JSONValue, _ section: SigMFFault.Section, index: Int? = nil) {
    self.value = value
    self.section = section
    self.index = index
  }

  func fault(_ reason: SigMFFault.Reason, _ field: StaticString) -> RadioFormatError {
    .sigMF(SigMFFault(reason, section, index: index, field))
  }

  func checkObject() throws(RadioFormatError) {
    guard case .object = value else { throw fault(.wrongKind, "this item") }
  }

  func text(_ field: StaticString) throws(RadioFormatError) -> [UInt8]? {
    guard let value = value.member(field) else { return nil }
    guard case .string(let text) = value else { throw fault(.wrongKind, field) }
    return text
  }

  func bool(_ field: StaticString) throws(RadioFormatError) -> Bool? {
    guard let value = value.member(field) else { return nil }
    guard case .bool(let bool) = value else { throw fault(.wrongKind, field) }
    return bool
  }

  /// Reads a non-negative integer, or returns nil if the field is missing.
  func integer(_ field: StaticString) throws(RadioFormatError) -> Int64? {
    guard let value = value.member(field) else { return nil }
    guard case .integer(let integer) = value else {
      throw fault(value.double == nil ? .wrongKind : .outOfRange, field)
    }
    guard integer >= 0 else { throw fault(.outOfRange, field) }
    return integer
  }

  func number(_ field: StaticString, _ range: ClosedRange<Double>) throws(RadioFormatError) -> Double? {
    guard let value = value.member(field) else { return nil }
    guard let number = value.double else { throw fault(.wrongKind, field) }
    guard range.contains(number) else { throw fault(.outOfRange, field) }
    return number
  }

  func firstSample(notBefore previous: Int64) throws(RadioFormatError) -> Int64 {
    guard let first = try integer("core:sample_start") else { throw fault(.missing, "core:sample_start") }
    guard first >= previous else { throw fault(.notSorted, "core:sample_start") }
    return first
  }

  func location() throws(RadioFormatError) -> SigMFLocation? {
    let field: StaticString = "core:geolocation"
    guard let value = value.member(field) else { return nil }
    guard case .object = value else { throw fault(.wrongKind, field) }
    guard case .string(let kind)? = value.member("type"), kind.elementsEqual("Point".utf8),
      case .array(let items)? = value.member("coordinates"), items.count == 2 || items.count == 3,
      let longitude = items[0].double, let latitude = items[1].double
    else { throw fault(.malformed, field) }
    var altitude: Double?
    if items.count == 3 {
      guard let meters = items[2].double else { throw fault(.malformed, field) }
      altitude = meters
    }
    guard abs(longitude) <= 180, abs(latitude) <= 90 else { throw fault(.outOfRange, field) }
    return SigMFLocation(latitudeDegrees: latitude, longitudeDegrees: longitude, altitudeMeters: altitude)
  }
}
