extension RayProfile {
  /// Computes P.1812's loss beyond free space at each sample except the transmitter's own, in units of 0.01
  /// dB.
  ///
  /// - Parameters:
  ///   - combination: The combination of P.1812's propagation mechanisms.
  ///   - covered: The same ray with trees and buildings or clutter; nil if there are none.
  ///   - bent: The same ray under the strongest bending; used only if the combination needs it.
  ///   - excess: Receives one loss for each sample except the transmitter's own.
  mutating func losses(
    by combination: P1812Combination, covered: inout RayProfile?, bent: inout RayProfile,
    into excess: UnsafeMutableBufferPointer<Int16>
  ) {
    pass()
    covered?.pass()
    if combination.needsBent {
      bent.copyHeights(of: covered ?? self)
      bent.first = first
      bent.pass()
      bent.bend(over: self)
    }
    let limit = clearEnd(of: excess)
    let needsBent = combination.needsBent
    withLines(covered) { lines, coveredLines in
      bent.withLines { bent in
        combination.withTables { tables in
          for index in stride(from: first, to: limit, by: 8) {
            let median: SIMD8<Float> = coveredLines.edge(index) + lines.list(.sphere, index)
            let most = needsBent ? bent.edge(index) + bent.list(.sphere, index) : median
            let loss = combination.excess(
              tables, index, median: median, bent: most, lines.horizons(index),
              distance: lines.table(.distance, index),
              rise: lines.list(.ground, index) + lines.lift)
            excess.store(FastMath.hundredths(loss), at: index - 1, before: limit - 1)
          }
        }
      }
    }
    // Nothing lies between the transmitter and the first sample.
    if first == 1, limit > 1 { excess[0] = 0 }
  }
}
