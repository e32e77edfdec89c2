import Testing
import WaveSensorsFeed
import WaveSensorsWire
import WaveSignal
import WaveStreams
import WaveUnits
import WaveWire

/// The spectrum of a stream, as one client is sent it.
@Suite struct StreamSpectrumFeedTests {
  /// A tone of 50 Hz on channel 1 of the second group, a sample in 7,000 missing from 20 s on.
  private static func archive(seconds: Int = 30) throws -> StreamArchive {
    var archive = StreamArchive(groups: [
      StreamGroup(rateHertz: 25, sourceChannelCount: 1, historyBytes: 1 << 20),
      StreamGroup(rateHertz: 1000, sourceChannelCount: 2, historyBytes: 1 << 24),
    ])
    archive.groups[1].addTimes(from: 0, microseconds: 0, rateHertz: 1000, reason: .start)
    let count = seconds * 1000
    var samples = [Double](repeating: 0, count: count)
    for index in 0..<count {
      let isMissing = index > 20_000 && index % 7000 == 0
      samples.append(isMissing ? .nan : Trigonometry.sineCosine(turns: Double(index) * 0.05).sine * 2 + 100)
    }
    let block = try #require(
      SampleBlock(sequence: 0, channelCount: 2, samples: samples, arrivalMicroseconds: 0))
    archive.groups[1].append(block)
    return archive
  }

  private static func view(delay: Int64 = 0) -> ShowStreams {
    ShowStreams(
      view: 1, source: 0, isShowing: true, columnMicroseconds: 10_000, delayMicroseconds: delay,
      fromMicroseconds: 0, channels: ChannelSet(first: 3))
  }

  private static func collect(
    _ feed: inout StreamSpectrumFeed, at now: Int64, delay: Int64 = 0, isRecording: Bool = false,
    _ archive: StreamArchive
  ) -> StreamSpectrum? {
    var list = SensorsMessageList()
    feed.collect(
      at: now, of: view(delay: delay), edge: now - delay, isRecording: isRecording, from: archive, into: &list
    )
    guard case .spectrum(let spectrum) = list.messages.last else { return nil }
    return spectrum
  }

  private func required(_ spectrum: StreamSpectrum?) throws -> StreamSpectrum { try #require(spectrum) }

  @Test func aToneStandsWhereItIs() throws {
    let archive = try Self.archive()
    var feed = StreamSpectrumFeed()
    let isDueAtFirst = feed.isDue(at: 0)
    #expect(!isDueAtFirst)
    feed.show(ShowSpectrum(view: 7, channel: 2, columns: 400, highHertz: 500), at: 15_000_000)
    let found = try required(Self.collect(&feed, at: 15_000_000, archive))
    // Ten seconds of a thousand a second: transforms of 2048, nine of them, half overlapped.
    #expect(found.view == 7 && found.transformCount == 2048 && found.averageCount == 8)
    #expect(found.untilMicroseconds - found.fromMicroseconds == 10_001_000)
    #expect(abs(found.peakHertz - 50) < 0.05)
    // The tone lies between two bins: Hann reads it at most 1.42 dB low.
    let power = Double(found.peakDensity) * found.enbwHertz
    #expect(power < 2.001 && power > 2 * 0.72)
    #expect(found.density.count <= 400 && found.leftOutCount == 0)
    let strongest = try #require(found.density.indices.max { found.density[$0] < found.density[$1] })
    #expect(abs(found.firstHertz + Double(strongest) * found.stepHertz - 50) < found.stepHertz)
  }

  @Test func itComesAsOftenAsSamplesDoButNotMore() throws {
    let archive = try Self.archive()
    var feed = StreamSpectrumFeed()
    feed.show(ShowSpectrum(view: 7, channel: 2), at: 29_000_000)
    let answer1 = Self.collect(&feed, at: 29_000_000, archive)
    #expect(answer1 != nil)
    let answer2 = Self.collect(&feed, at: 29_500_000, archive)
    #expect(answer2 == nil, "nothing has come")
    feed.noteSamples()
    let due = [29_100_000, 29_200_000].map { feed.isDue(at: $0) }
    let wake = feed.wakeMicroseconds
    #expect(due == [false, true] && wake == 29_200_000)
    let answer3 = Self.collect(&feed, at: 29_200_000, archive)
    #expect(answer3 != nil)
    feed.show(ShowSpectrum(view: 0), at: 29_300_000)
    feed.noteSamples()
    let isDue = feed.isDue(at: 40_000_000)
    let quiet = Self.collect(&feed, at: 40_000_000, archive)
    #expect(!isDue && quiet == nil)
  }

  @Test func whatStandsStillIsComputedOnce() throws {
    var archive = try Self.archive()
    var feed = StreamSpectrumFeed()
    feed.show(
      ShowSpectrum(view: 7, channel: 2, untilMicroseconds: 12_000_000, windowMicroseconds: 4_000_000),
      at: 29_000_000)
    let first = try required(Self.collect(&feed, at: 29_000_000, archive))
    #expect(first.untilMicroseconds == 12_001_000 && first.fromMicroseconds == 8_000_000)
    feed.noteSamples()
    let answer4 = Self.collect(&feed, at: 29_500_000, archive)
    #expect(answer4 == nil)
    // But where it is filtered in another way it is another one.
    archive.groups[1].setFilter(
      try FilterDesign(.butterworth, .lowPass(hertz: 10), order: 4).sections(rateHertz: 1000))
    while archive.groups[1].isFiltering { archive.groups[1].filterSlice(frames: 10_000) }
    feed.noteSamples()
    let second = try required(Self.collect(&feed, at: 30_000_000, archive))
    #expect(second.peakDensity < first.peakDensity / 1e4)
  }

  @Test func aRecordingThatIsPlayedFasterHasItsOwnFrequencies() throws {
    var archive = try Self.archive()
    archive.groups[1].addTimes(from: 10, microseconds: 10_000, rateHertz: 5000, reason: .drift)
    for (isRecording, hertz) in [(true, 50.0), (false, 250)] {
      var feed = StreamSpectrumFeed()
      feed.show(
        ShowSpectrum(view: 7, channel: 2, highHertz: 2500, windowMicroseconds: 2_000_000), at: 4_000_000)
      let found = try required(Self.collect(&feed, at: 4_000_000, isRecording: isRecording, archive))
      #expect(abs(found.peakHertz - hertz) < 0.3)
    }
  }

  @Test func aDelayIsThatOfTheView() throws {
    let archive = try Self.archive()
    var feed = StreamSpectrumFeed()
    feed.show(ShowSpectrum(view: 7, channel: 2, windowMicroseconds: 2_000_000), at: 29_000_000)
    let found = try required(Self.collect(&feed, at: 29_000_000, delay: 9_000_000, archive))
    #expect(found.untilMicroseconds == 20_001_000)
  }

  @Test func gapsAreLeftOutAndCounted() throws {
    let archive = try Self.archive()
    var feed = StreamSpectrumFeed()
    feed.show(ShowSpectrum(view: 7, channel: 2), at: 30_000_000)
    let found = try required(Self.collect(&feed, at: 30_000_000, archive))
    // 21,000 and 28,000 are missing, each in two transforms.
    #expect(found.leftOutCount >= 3 && found.averageCount >= 4 && abs(found.peakHertz - 50) < 0.05)
    feed.show(ShowSpectrum(view: 8, channel: 2, windowMicroseconds: 50_000), at: 30_000_000)
    let short = try required(Self.collect(&feed, at: 30_000_000, archive))
    #expect(short.averageCount == 0 && short.peakHertz.isNaN && short.density.allSatisfy(\.isNaN))
    // Written and read again it is the same.
    var bytes: [UInt8] = []
    SensorsMessage.spectrum(short).encodeFromServer(into: &bytes)
    var reader = SensorsMessageReader(limit: WireLimits.serverMessageBytes)
    guard case .spectrum(let read) = try reader.nextFromServer(in: bytes.span.bytes) else {
      Issue.record("no spectrum")
      return
    }
    #expect(read.view == 8 && read.peakHertz.isNaN)
  }

  @Test func aStreamThatIsNotThereHasNone() throws {
    let archive = try Self.archive()
    var feed = StreamSpectrumFeed()
    for channel: UInt8 in [0, 3, 255] {
      feed.show(ShowSpectrum(view: 7, channel: channel), at: 29_000_000)
      let answer5 = Self.collect(&feed, at: 29_000_000, archive)
      #expect(answer5 == nil)
    }
    feed.show(ShowSpectrum(view: 7, source: 4, channel: 2), at: 29_000_000)
    let answer6 = Self.collect(&feed, at: 29_000_000, archive)
    #expect(answer6 == nil)
  }

  @Test func anHourCostsNoMoreThanItsNewestPart() throws {
    let archive = try Self.archive(seconds: 200)
    var feed = StreamSpectrumFeed()
    feed.show(
      ShowSpectrum(view: 7, channel: 2, parts: 1, windowMicroseconds: 3_600_000_000), at: 200_000_000)
    let found = try required(Self.collect(&feed, at: 200_000_000, archive))
    #expect(found.untilMicroseconds - found.fromMicroseconds == Int64(StreamSpectrumFeed.sampleLimit) * 1000)
    #expect(found.transformCount == UInt32(StreamSpectrumFeed.transformCounts.upperBound))
  }
}
