import Foundation

/// The textbook's transform in double precision: radix 2, in place, as little like ours as can be.
struct NaiveFFT {
  private(set) var re: [Double]
  private(set) var im: [Double]

  /// Transforms interleaved complex samples, a power of two of them.
  init(_ samples: [Float]) {
    let count = samples.count / 2
    re = [Double](repeating: 0, count: count)
    im = re
    var place = 0
    for index in 0..<count {
      re[place] = Double(samples[2 * index])
      im[place] = Double(samples[2 * index + 1])
      // Counts with the lowest bit last.
      var bit = count / 2
      while bit > 0, place & bit != 0 {
        place ^= bit
        bit /= 2
      }
      place |= bit
    }
    let turns = (0..<count / 2).map { -2 * Double.pi * Double($0) / Double(count) }
    let (cosines, sines) = (turns.map { cos($0) }, turns.map { sin($0) })
    re.withUnsafeMutableBufferPointer { re in
      im.withUnsafeMutableBufferPointer { im in
        var half = 1
        while half < count {
          let step = count / 2 / half
          var start = 0
          while start < count {
            var offset = 0
            while offset < half {
              let (a, b) = (start &+ offset, start &+ offset &+ half)
              let (cosine, sine) = (cosines[offset &* step], sines[offset &* step])
              let (x, y) = (re[b] * cosine - im[b] * sine, re[b] * sine + im[b] * cosine)
              (re[b], im[b]) = (re[a] - x, im[a] - y)
              (re[a], im[a]) = (re[a] + x, im[a] + y)
              offset &+= 1
            }
            start &+= 2 &* half
          }
          half *= 2
        }
      }
    }
  }
}
