package import WaveWire

extension SourceInfo: Payload {
  package static let tag: UInt16 = 65

  package var reservedBytes: Int { 105 + name.count + detail.count }

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&source)
    try coder.flags(&flags)
    try coder.choice(&unit)
    let bandStart = coder.position
    try coder.band(&lowHertz, &highHertz)
    let tuneStart = coder.position
    try coder.band(&tuneLowHertz, &tuneHighHertz)
    // A band that is nothing beside the frequencies it may move to would vanish on its way there.
    let highest = [lowHertz, highHertz, tuneLowHertz, tuneHighHertz].reduce(0) { Swift.max($0, $1.magnitude) }
    try coder.require(highHertz - lowHertz >= highest * WireLimits.bandShare, at: bandStart)
    try coder.require(tuneHighHertz - tuneLowHertz >= highest * WireLimits.bandShare, at: tuneStart)
    let stepStart = coder.position
    try coder.hertz(&stepHertz)
    try coder.require(stepHertz >= WireLimits.stepHertz, at: stepStart)
    try coder.bandwidth(&rbwHertz)
    try coder.bandwidth(&enbwHertz)
    try coder.double(&rowSeconds, limit: WireLimits.seconds)
    try coder.double(&durationSeconds, limit: WireLimits.seconds)
    try coder.microseconds(&startMicroseconds)
    let levelStart = coder.position
    try coder.decibels(&levelLow)
    try coder.decibels(&levelHigh)
    try coder.require(levelLow < levelHigh, at: levelStart)
    try coder.text(&name)
    try coder.text(&detail)
  }
}
