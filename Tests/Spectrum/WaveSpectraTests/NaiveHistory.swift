import TestSupport
import WaveSpectra

/// A row whose values follow from its sequence number.
func row(_ sequence: UInt32, at start: Int64, lasting duration: Int64 = 33_333, bins: Int = 4) -> PowerRow {
  let level = Float(sequence % 13) + 1
  let values = (0..<bins).map { level + Float($0) / 8 }
  return PowerRow(
    sequence: sequence, startMicroseconds: start, durationMicroseconds: duration,
    axis: BinAxis(firstHertz: 100_000_000, stepHertz: 1000, count: bins), enbwHertz: 1500,
    max: values.map { $0 * 2 }, mean: values, min: values.map { $0 / 2 })
}

/// Thirty rows a second without a gap, numbered from 1.
func steadyRows(count: Int) -> [PowerRow] {
  (0..<count).map { number in
    let start = Int64(number) * 1_000_000 / 30
    return row(UInt32(number + 1), at: start, lasting: Int64(number + 1) * 1_000_000 / 30 - start)
  }
}

/// Rows of differing lengths with losses, gaps and, in bin 0, missing data.
func unsteadyRows(until end: Int64, using generator: inout SeededGenerator) -> [PowerRow] {
  var rows: [PowerRow] = []
  var time: Int64 = 0
  var sequence: UInt32 = 1
  while time < end {
    let length = Int64.random(in: 5000...90_000, using: &generator)
    if Int.random(in: 0..<30, using: &generator) == 0 {
      time += Int64.random(in: 1...1_200_000, using: &generator)
      sequence += 3
    }
    var row = row(sequence, at: time, lasting: length)
    if Int.random(in: 0..<6, using: &generator) == 0 {
      row.max[0] = .nan
      row.mean[0] = .nan
      row.min[0] = .nan
    }
    row.isClipped = Int.random(in: 0..<20, using: &generator) == 0
    rows.append(row)
    time += length
    sequence += 1
  }
  return rows
}

func centre(_ row: PowerRow) -> Int64 { row.startMicroseconds + row.durationMicroseconds / 2 }

/// What a slot should hold, from all rows ever made.
func naiveSlot(_ rows: [PowerRow], index: Int64, length: Int64) -> PowerRow? {
  let inside = rows.filter { centre($0) >= index * length && centre($0) < (index + 1) * length }
  guard let first = inside.first, let last = inside.last else { return nil }
  var merged = naiveMerge(inside, start: index * length, length: length)
  // Neighbours of the slot that never came: would they have had their centre in it?
  let place = rows.firstIndex { $0.sequence == first.sequence } ?? 0
  let next = (rows.firstIndex { $0.sequence == last.sequence } ?? 0) + 1
  var lost: [Double] = []
  if place > 0, rows[place - 1].sequence + 1 != first.sequence {
    lost.append(Double(first.startMicroseconds) - Double(first.durationMicroseconds) / 2)
  }
  if next < rows.count, rows[next].sequence != last.sequence + 1 {
    lost.append(Double(last.startMicroseconds) + Double(last.durationMicroseconds) * 1.5)
  }
  let bounds = Double(index * length)..<Double((index + 1) * length)
  merged.isIncomplete = merged.isIncomplete || lost.contains { bounds.contains($0) }
  return merged
}

func naiveMerge(_ rows: [PowerRow], start: Int64, length: Int64) -> PowerRow {
  var merged = rows[rows.count - 1]
  merged.startMicroseconds = start
  merged.durationMicroseconds = length
  merged.isClipped = rows.contains { $0.isClipped }
  merged.isIncomplete = zip(rows, rows.dropFirst()).contains { $1.sequence != $0.sequence + 1 }
  for bin in 0..<merged.axis.count {
    let seen = rows.filter { !$0.mean[bin].isNaN }
    let weight = seen.reduce(Float(0)) { $0 + Float($1.durationMicroseconds) }
    let sum = seen.reduce(Float(0)) { $0 + $1.mean[bin] * Float($1.durationMicroseconds) }
    merged.max[bin] = seen.map { $0.max[bin] }.max() ?? .nan
    merged.min[bin] = seen.map { $0.min[bin] }.min() ?? .nan
    merged.mean[bin] = seen.isEmpty ? .nan : sum / weight
  }
  return merged
}

/// Whether two rows are the same but for rounding in the mean; NaN equals NaN.
///
/// The mean of a bin that lacks data in some rows depends on how they were grouped: `meanFromBin` leaves it
/// out.
func isClose(_ one: PowerRow?, _ other: PowerRow?, meanFromBin first: Int = 0) -> Bool {
  guard let one, let other else { return one == nil && other == nil }
  var copy = one
  copy.max = []
  copy.mean = []
  copy.min = []
  var wanted = other
  wanted.max = []
  wanted.mean = []
  wanted.min = []
  func same(_ a: [Float], _ b: [Float], _ tolerance: Float) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0.isNaN && $1.isNaN || abs($0 - $1) <= tolerance * abs($1) }
  }
  return copy == wanted && same(one.max, other.max, 0) && same(one.min, other.min, 0)
    && same(Array(one.mean.dropFirst(first)), Array(other.mean.dropFirst(first)), 1e-5)
}
