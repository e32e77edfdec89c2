import WaveSpectra
import WaveText

extension SigMFMetadata {
  /// Returns the content of a `.sigmf-meta` file, which SigMF's own validator accepts without warnings.
  ///
  /// Captures and annotations are written in the order of their first samples. SigMF must have a datatype for
  /// the format (`format.isSigMF`). A sample rate or frequency that is not finite is omitted.
  ///
  /// - Returns: JSON with a trailing newline.
  /// - Complexity: O(bytes written).
  public func json() -> [UInt8] {
    let captures = captures.sorted { $0.firstSample < $1.firstSample }
    let annotations = annotations.sorted { $0.firstSample < $1.firstSample }
    let top = JSONValue.object([
      JSONMember("global", .object(globalMembers)),
      JSONMember("captures", .array(captures.map { .object(Self.members(of: $0)) })),
      JSONMember("annotations", .array(annotations.map { .object(Self.members(of: $0)) })),
    ])
    return JSONWriter.write(top) + [0x0A]
  }

  private var globalMembers: [JSONMember] {
    var members = SigMFMembers()
    members.add("core:datatype", .string(format.name))
    members.add("core:version", .string(version))
    members.add("core:sample_rate", sampleRateHertz)
    if channelCount > 1 { members.add("core:num_channels", Int64(channelCount)) }
    if firstSample > 0 { members.add("core:offset", firstSample) }
    members.add("core:hw", hardware.map(JSONValue.string))
    members.add("core:author", author.map(JSONValue.string))
    members.add("core:description", summary.map(JSONValue.string))
    members.add("core:license", license.map(JSONValue.string))
    members.add("core:recorder", recorder.map(JSONValue.string))
    members.add(location)
    members.add("core:dataset", datasetName.map(JSONValue.string))
    if trailingByteCount > 0 { members.add("core:trailing_bytes", trailingByteCount) }
    if isMetadataOnly { members.add("core:metadata_only", .bool(true)) }
    members.add("core:sha512", sha512.map { .string(HexDigit.text($0)) })
    let items = extensions.map {
      JSONValue.object([
        JSONMember("name", .string($0.name)), JSONMember("version", .string($0.version)),
        JSONMember("optional", .bool($0.isOptional)),
      ])
    }
    members.add("core:extensions", items.isEmpty ? nil : .array(items))
    return members.list
  }

  private static func members(of capture: SigMFCapture) -> [JSONMember] {
    var members = SigMFMembers()
    members.add("core:sample_start", capture.firstSample)
    members.add("core:global_index", capture.globalIndex)
    if capture.headerByteCount > 0 { members.add("core:header_bytes", capture.headerByteCount) }
    members.add("core:frequency", capture.centerHertz)
    members.add("core:datetime", capture.startMicroseconds.flatMap(CivilTime.text).map(JSONValue.string))
    members.add(capture.location)
    return members.list
  }

  private static func members(of annotation: SigMFAnnotation) -> [JSONMember] {
    var members = SigMFMembers()
    members.add("core:sample_start", annotation.firstSample)
    members.add("core:sample_count", annotation.sampleCount)
    if annotation.lowHertz != nil, annotation.highHertz != nil {
      members.add("core:freq_lower_edge", annotation.lowHertz)
      members.add("core:freq_upper_edge", annotation.highHertz)
    }
    members.add("core:label", annotation.label.map(JSONValue.string))
    members.add("core:comment", annotation.comment.map(JSONValue.string))
    members.add("core:generator", annotation.generator.map(JSONValue.string))
    members.add("core:uuid", annotation.uuid.map(JSONValue.string))
    return members.list
  }
}

/// The members of a JSON object; members without a value are omitted.
private struct SigMFMembers {
  var list: [JSONMember] = []

  mutating func add(_ name: StaticString, _ value: JSONValue?) {
    if let value { list.append(JSONMember(name, value)) }
  }

  mutating func add(_ name: StaticString, _ integer: Int64?) {
    if let integer { list.append(JSONMember(name, .integer(integer))) }
  }

  mutating func add(_ name: StaticString, _ number: Double?) {
    if let number, number.isFinite { list.append(JSONMember(name, .number(number))) }
  }

  mutating func add(_ location: SigMFLocation?) {
    guard let location else { return }
    var coordinates: [JSONValue] = [.number(location.longitudeDegrees), .number(location.latitudeDegrees)]
    if let altitude = location.altitudeMeters { coordinates.append(.number(altitude)) }
    let type = JSONMember("type", .string(Array("Point".utf8)))
    add("core:geolocation", .object([type, JSONMember("coordinates", .array(coordinates))]))
  }
}
