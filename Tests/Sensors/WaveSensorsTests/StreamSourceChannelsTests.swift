import Testing
import WaveSensorsWire

@testable import WaveSensors

/// Channels, counted through all groups.
@Suite struct StreamSourceChannelsTests {
  private static func channel(_ label: String, unit: String = "", lead: ECGLead? = nil) -> StreamChannel {
    StreamChannel(label: Array(label.utf8), unit: Array(unit.utf8), lead: lead)
  }

  private func source(_ groups: [[String]], rates: [Double] = [1000, 25, 5]) -> StreamSource {
    StreamSource(
      source: 0, name: [], detail: [],
      groups: zip(groups, rates).map { .init(rateHertz: $1, channels: $0.map { Self.channel($0) }) })
  }

  @Test func channelsHaveTheirGroup() {
    let source = source([["a", "b"], [], ["c"]])
    #expect((-2...4).map { source.group(of: $0)?.index } == [nil, nil, 0, 0, 2, nil, nil])
    #expect((0...2).map { source.group(of: $0)?.first } == [0, 0, 2])
    #expect((-1...3).map { source.channel($0)?.label } == [nil, [0x61], [0x62], [0x63], nil])
    #expect((-1...3).map { source.rateHertz(of: $0) } == [nil, 1000, 1000, 5, nil])
    #expect(source.channelNames == [[0x61], [0x62], [0x63]])
    #expect(StreamSource(source: 0, name: [], detail: [], groups: []).group(of: 0) == nil)
  }

  @Test func leadsHaveTheirChannel() {
    var source = source([["a", "b"], ["c"]])
    #expect(!source.hasLead && source.channel(of: .i) == nil)
    source.groups[1].channels.append(Self.channel("d", lead: .v2))
    source.groups[1].channels.append(Self.channel("e", lead: .v2))
    #expect(source.hasLead && source.channel(of: .v2) == 3 && source.channel(of: .v1) == nil)
  }

  @Test func aFolderIsARecordingWithoutStreams() {
    var source = source([])
    #expect(!source.isFolder && !source.isRecording)
    source.flags = .recording
    #expect(source.isFolder && source.isRecording)
    source.groups = [.init(rateHertz: 1, channels: [])]
    #expect(!source.isFolder && source.isRecording)
  }

  @Test(arguments: [
    ("mV", 1.0), ("V", 1000), ("uV", 0.001), ("µV", 0.001), ("\u{3BC}V", 0.001), ("", 1), ("Pa", 1),
    ("kV", 1), ("Vs", 1),
  ])
  func voltsAreKnown(unit: String, millivolts: Double) {
    #expect(Self.channel("a", unit: unit).millivolts == millivolts)
  }

  @Test func placesOfStreamsThatStayedAreFound() {
    let before = source([["a", "b"], ["c"]])
    #expect(source([["a", "b"], ["c"]]).places(of: before) == [0, 1, 2])
    #expect(source([["a", "b", "x"], ["c"]]).places(of: before) == [0, 1, 3])
    #expect(source([["x", "a", "b"], ["c"]]).places(of: before) == [1, 2, 3])
    #expect(source([["b"], ["c", "d"]]).places(of: before) == [nil, 0, 1])
    #expect(source([["a", "b"], []]).places(of: before) == [0, 1, nil])
  }

  @Test func whatIsOtherwiseIsAnotherSource() {
    let before = source([["a", "b"], ["c"]])
    // Another order, another stream in one's place, another rate, another number of groups.
    #expect(source([["b", "a"], ["c"]]).places(of: before) == nil)
    #expect(source([["a", "x"], ["c"]]).places(of: before) == nil)
    #expect(source([["a", "x", "c"], ["c"]]).places(of: before) == nil)
    #expect(source([["a", "b"], ["c"]], rates: [1000, 50]).places(of: before) == nil)
    #expect(source([["a", "b"]]).places(of: before) == nil)
    #expect(source([["a", "b"], ["c"], []]).places(of: before) == nil)
  }
}
