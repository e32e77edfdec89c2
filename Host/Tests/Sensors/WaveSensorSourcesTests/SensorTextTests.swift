import TestSupport
import Testing
import WaveSensorsWire
import WaveSystem
import WaveWire

@testable import WaveSensorSources

/// What is said of sources that cannot be opened, and what arguments mean.
@Suite struct SensorTextTests {
  private static let errors: [(SensorSourceError, String)] = [
    (.nothingPiped, "lines:-: nothing is piped into standard input. Write for example: "),
    (
      .invalidBaud(7, place: "lines:/dev/x", known: [300, 1200]),
      "lines:/dev/x: baud=7 cannot be set. Give one of 300, 1200"
    ),
    (
      .noDevice(path: "/dev/x", known: []),
      "/dev/x: there is no such device. No serial port was found; plug the device in"
    ),
    (
      .noDevice(path: "/dev/x", known: ["/dev/a", "/dev/b"]),
      "/dev/x: there is no such device. Available: /dev/a, /dev/b"
    ),
    (.deviceNotPermitted(path: "/dev/x"), "/dev/x: this user is not allowed to open it. Add the user"),
    (.deviceUnavailable(path: "/dev/x", reason: "busy"), "/dev/x: busy. Close the program that uses it"),
    (.notSerialPort(path: "/dev/x"), "/dev/x: it is not a serial port. Give the path"),
    (.noTopic(place: "mqtt://h", example: "this"), "mqtt://h: no topic. Write this"),
    (.topicTooLong(place: "mqtt://h", example: "this"), "mqtt://h: the topic is too long. Write this"),
    (.severalTopics("a/#"), "a/#: several topics cannot be combined into one source. Give one topic"),
    (.noFolder(path: "/x"), "/x: is not a folder. Give a folder of recordings"),
    (.cancelled(path: "/x"), "/x: reading was stopped before it was finished. Open it again"),
    (.annotationsOnly(count: 3, path: "/x"), "/x: there are no signals in it, only 3 annotations. List them"),
    (.nothingToPlay(path: "/x"), "/x: there are no signals in it that can be played. List its contents"),
    (
      .signalFileMissing("a.dat", header: "/x.hea"),
      "/x.hea: there is no a.dat beside it, which has its samples. Put it there"
    ),
    (
      .segmentMissing("a", path: "/x.hea"),
      "/x.hea: there is no a.hea beside it, which is a segment of it. Put"
    ),
    (.unknownEnding(path: "/x"), "/x: the file extension is not one of a known format. Use .csv, .edf"),
    (.noSamples(path: "/x"), "/x: there are no samples. Give another recording"),
    (
      .annotationsAlone(count: 3, format: "DICOM", path: "/x"),
      "/x: there are no signals, only 3 annotations, which DICOM cannot store alone. Write .edf, .bdf or .hea"
    ),
    (
      .gapsTooLong(group: "ecg", missing: 5, size: "2 MB", limit: 4, path: "/x"),
      "/x: the gaps of ecg are 5 missing samples of each channel, 2 MB or more, and at most 4 can be filled. "
    ),
    (
      .noVoltage(path: "/x"),
      "/x: no channel has a unit of voltage, and DICOM stores only electrocardiograms."
    ),
    (.noRange(channel: "II", path: "/x"), "/x: the values of II have no range. Write a table"),
    (
      .noCommonFrame(rates: [3, 7.5], path: "/x"),
      "/x: rates of 3.0, 7.5 Hz are not whole multiples of a common rate. Write EDF, or tables"
    ),
    (
      .noCommonRecord(rates: [3, 7.5], path: "/x"),
      "/x: there is no record length for which 3.0, 7.5 Hz give whole numbers of samples. Write WFDB"
    ),
    (.invalidRecordName(path: "/x y"), "/x y: a record's name may contain only letters, digits, hyphens"),
    (
      .tooManyRecords(5, seconds: 0.5, path: "/x"),
      "/x: 5 records of 0.5 s are more than EDF can count. Write"
    ),
    (
      .gapBeyondTimes(path: "/x"),
      "/x: a gap of centuries is too long for the times of records. Write a table"
    ),
  ]

  @Test func errorsSayWhereWhatAndWhatToDo() {
    for (error, text) in Self.errors { #expect("\(error)".hasPrefix(text), "\(error)") }
  }

  @Test func aFileThatCannotBePlayedSaysWhy() async {
    let path = "/some/where/torn.edf"
    let source = RefusedFile(path: path, explanation: SensorSourceError.noSamples(path: path).explanation)
    let reason = "torn.edf cannot be played: there are no samples. Give another recording"
    #expect(source.info.name == Array("torn.edf, cannot be played".utf8) && source.isTimed)
    #expect(source.info.detail == Array(reason.utf8) && source.info.groups.isEmpty)
    var events = source.events().makeAsyncIterator()
    guard case .notice(let notice) = await events.next(isolation: nil) else {
      Issue.record("no notice")
      return
    }
    #expect(notice.severity == .failure && notice.text == Array(reason.utf8))
  }

  /// Which argument is one of sensors by its text alone, and the address that it connects to.
  @Test(arguments: [
    ("lines:/dev/ttyUSB0", true, nil), ("lines:tcp://bridge:4000", true, "bridge 4000"),
    ("lines:udp://:5000", true, nil), ("lines:-", true, nil), ("mqtt://broker/a/b", true, "broker 1883"),
    ("mqtts://broker/a/b", true, "broker 8883"), ("mqtt://broker:99/a", true, "broker 99"),
    ("phyphox://phone", true, "phone 8080"), ("phyphox://phone:80", true, "phone 80"),
    ("sensorlogger:8000", true, nil), ("demo:ecg", true, nil), ("demo:", false, nil), ("a.edf", false, nil),
  ])
  func argumentsAreKnownByTheirScheme(text: String, isSensors: Bool, address: String?) throws {
    let argument = try SourceArgument.sensors(text)
    #expect(SensorFactory.isSensors(argument) == isSensors)
    let found = try SensorFactory.address(of: argument)
    #expect(found.map { "\($0.host) \($0.port)" } == address)
  }

  @Test func sourcesAreNamedAfterTheirArguments() async throws {
    func name(_ text: String) async throws -> String {
      let source = try #require(try SensorFactory.open(.sensors(text)))
      #expect(!source.isTimed)
      return String(decoding: await source.info.name, as: UTF8.self)
    }
    #expect(try await name("lines:tcp://bridge:4000?rate=20") == "lines from bridge:4000")
    #expect(try await name("lines:udp://:5000") == "lines at UDP port 5000")
    #expect(try await name("mqtt://broker/a/b?rate=5&user=me") == "a/b from broker")
    #expect(try await name("phyphox://phone") == "phyphox at phone:8080")
    let long = String(repeating: "t", count: 512)
    #expect(try await name("mqtt://broker/\(long)") == long + " from broker")
    #expect(throws: SensorSourceError.self) { try SensorFactory.open(.sensors("mqtt://broker/\(long)t")) }
  }

  @Test func simulationsHaveWhatTheirArgumentSays() async throws {
    func info(_ text: String) async throws -> String {
      let source = try #require(try SensorFactory.open(.sensors(text)))
      #expect(source.isTimed)
      let info = await source.info
      #expect(info.flags == .simulated)
      let groups = info.groups.map { group in
        let first = group.channels[0]
        return "\(group.channels.count) at \(group.rateHertz) Hz, "
          + "\(String(decoding: first.label, as: UTF8.self)) \(first.low)...\(first.high) "
          + String(decoding: first.unit, as: UTF8.self)
      }
      return String(decoding: info.detail, as: UTF8.self) + ": " + groups.joined(separator: "; ")
    }
    let ecg = "12 leads, 1 kHz; made up, of nobody: 8 at 1000.0 Hz, I -2.0...2.0 mV"
    #expect(try await info("demo:ecg") == ecg)
    #expect(
      try await info("demo:imu?seed=4")
        == "acceleration and rotation 100 Hz, pressure 25 Hz: 6 at 100.0 Hz, accX -20.0...20.0 m/s²; "
        + "1 at 25.0 Hz, pressure 1010.0...1015.0 hPa")
    #expect(try await info("demo:streams").hasPrefix("13 sines with spikes, 1000 Hz: "))
    #expect(try await info("demo:streams?count=3&rate=200").hasPrefix("3 sines with spikes, 200 Hz: "))
    #expect(
      try await info("demo:streams?count=256&rate=100k").hasPrefix("256 sines with spikes, 100000 Hz: "))
  }

  @Test(arguments: [
    (1, 1), (0.991, 1), (1.014, 1), (1.016, 1.016), (0.98, 0.98), (99, 100), (128, 128), (12.6, 12.5),
    (259, 256), (51.3, 51.2), (363, 360), (7, 7), (0.00101, 0.001), (1.6e9, 1.6e9), (2.02e4, 2e4),
    (0.3, 0.3), (9.9, 10), (6e-5, 6e-5), (1010, 1000),
  ])
  func ratesNearAUsualOneAreThatOne(measured: Double, rate: Double) {
    #expect(abs(ArrivalRate.usual(near: measured) / rate - 1) < 1e-12)
  }

  @Test func ratesOfPhonesHaveLimits() {
    #expect(PhoneLimits.rate(near: 99.5) == 100 && PhoneLimits.rate(near: 1e9) == 100_000)
    #expect(PhoneLimits.rate(near: 1e-9) == 1e-6 && PhoneLimits.rate(near: 0) == 1e-6)
  }

  @Test func arrivalsGiveARateFromTheFirstToTheLast() {
    var arrivals = ArrivalRate()
    #expect(arrivals.rateHertz == nil && arrivals.seconds == 0 && arrivals.frames == 0)
    arrivals.add(frames: 0, at: 5)
    #expect(arrivals.beginMicroseconds == nil)
    // What came with the first arrival is not counted, and what brings nothing new is none.
    arrivals.add(frames: 40, at: 1_000_000)
    #expect(
      arrivals.beginMicroseconds == 1_000_000 && arrivals.rateHertz == nil && arrivals.usualHertz == nil)
    arrivals.add(frames: 40, at: 9_000_000)
    #expect(arrivals.seconds == 0)
    arrivals.add(frames: 141, at: 3_000_000)
    #expect(arrivals.frames == 101 && arrivals.seconds == 2 && arrivals.rateHertz == 50.5)
    #expect(arrivals.usualHertz == 50)
    arrivals.add(frames: 140, at: 4_000_000)
    #expect(arrivals.frames == 101)
  }

  @Test(arguments: [
    (1234.5, "1235"), (100.4, "100"), (99.96, "100"), (99.94, "99.9"), (12.34, "12.3"), (10, "10"),
    (9.9996, "10"), (9.99, "9.99"), (0.1234, "0.123"), (0.0004, "0"), (1e6, "1000000"),
  ])
  func ratesAreWrittenShort(hertz: Double, text: String) { #expect(SampledLines.text(hertz) == text) }
}
