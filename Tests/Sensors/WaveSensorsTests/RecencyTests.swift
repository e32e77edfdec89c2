import Testing

@testable import WaveSensors

/// How new samples are, and how long the next ones are waited for.
@Suite struct RecencyTests {
  private func begun(groups: Int = 1) -> Recency {
    var recency = Recency()
    recency.begin(groups: groups, at: 0)
    return recency
  }

  @Test func theNewestSampleOfAllGroupsCounts() {
    var recency = begun(groups: 2)
    #expect(recency.newest == nil && recency.edge(serverMicroseconds: 9e6) == nil && Recency().newest == nil)
    recency.receive(group: 1, microseconds: 5e6, serverMicroseconds: nil, at: 0)
    recency.receive(group: 0, microseconds: 4e6, serverMicroseconds: nil, at: 0)
    recency.receive(group: 1, microseconds: 3e6, serverMicroseconds: nil, at: 0)
    #expect(recency.newest == 5e6 && recency.newestMicroseconds == [4e6, 5e6])
    recency.begin(groups: 1, at: 0)
    #expect(recency.newest == nil && recency.newestMicroseconds == [-.infinity])
  }

  /// The patience after samples whose predecessor had some age.
  private func patience(_ ages: [Double]) -> Double {
    var recency = begun()
    recency.receive(group: 0, microseconds: 0, serverMicroseconds: nil, at: 0)
    for age in ages { recency.receive(group: 0, microseconds: 0, serverMicroseconds: age, at: 0) }
    return recency.patience
  }

  @Test func twiceTheUsualAgeIsWaited() {
    #expect(patience([]) == 2e6, "it is not known yet")
    #expect(patience([200_000]) == 400_000 && patience([200_000, 600_000]) == 1_200_000)
    // What has become less is forgotten slowly.
    #expect(patience([640_000, 0]) == 1_260_000)
    #expect(patience([10_000]) == 300_000 && patience([-5e6]) == 300_000 && patience([1_500_000]) == 2e6)
    // What took longer was an outage.
    #expect(patience([200_000, 2e6]) == 400_000 && patience([200_000, 1_999_999]) == 2e6)
  }

  @Test func thePictureEndsWithTheNewestSampleAsLongAsItIsNotLate() {
    var recency = begun()
    recency.receive(group: 0, microseconds: 5e6, serverMicroseconds: nil, at: 0)
    for (now, edge) in [(5.2e6, 5e6), (7e6, 5e6), (7.5e6, 5.5e6), (1e6, 5e6)] {
      #expect(recency.edge(serverMicroseconds: now) == edge)
    }
  }

  @Test func silenceIsCountedFromTheLastSample() {
    var recency = begun()
    #expect(recency.silentSeconds(at: 1_000_000) == nil)
    recency.receive(group: 0, microseconds: 5e6, serverMicroseconds: nil, at: 2_000_000)
    #expect(recency.silentSeconds(at: 3_000_000) == nil && recency.silentSeconds(at: 9_000_000) == 7)
    recency.listen(at: 8_900_000)
    #expect(recency.silentSeconds(at: 9_000_000) == nil)
  }
}
