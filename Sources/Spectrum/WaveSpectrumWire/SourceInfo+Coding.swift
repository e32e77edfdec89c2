public import WaveWire

extension SourceInfo: Payload {
  @usableFromInline package static let tag: UInt16 = 65

  @usableFromInline package var reservedBytes: Int { 105 + name.count + detail.count }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.flags(&flags)
    coder.choice(&unit)
    let bandStart = coder.position
    coder.band(&lowHertz, &highHertz)
    let tuneStart = coder.position
    coder.band(&tuneLowHertz, &tuneHighHertz)
    // Rounding would remove the width of a band that is tiny compared with the frequencies to which it can
    // move.
    let highest = [lowHertz, highHertz, tuneLowHertz, tuneHighHertz].reduce(0) { Swift.max($0, $1.magnitude) }
    coder.require(highHertz - lowHertz >= highest * WireLimits.bandShare, at: bandStart)
    coder.require(tuneHighHertz - tuneLowHertz >= highest * WireLimits.bandShare, at: tuneStart)
    let stepStart = coder.position
    coder.hertz(&stepHertz)
    coder.require(stepHertz >= WireLimits.stepHertz, at: stepStart)
    coder.bandwidth(&rbwHertz)
    coder.bandwidth(&enbwHertz)
    coder.double(&rowSeconds, limit: WireLimits.seconds)
    coder.double(&durationSeconds, limit: WireLimits.seconds)
    coder.microseconds(&startMicroseconds)
    let levelStart = coder.position
    coder.decibels(&levelLow)
    coder.decibels(&levelHigh)
    coder.require(levelLow < levelHigh, at: levelStart)
    coder.text(&name)
    coder.text(&detail)
  }
}
