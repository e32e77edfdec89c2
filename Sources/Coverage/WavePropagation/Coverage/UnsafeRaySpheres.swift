/// Computes the spherical-earth loss along a ray, one step at a time for many receivers.
///
/// Each step depends on the previous one, so many receivers are processed together to hide the latency.
struct UnsafeRaySpheres {
  typealias Eight = SIMD8<Float>

  /// The number of links, each with eight receivers, that are processed together; they fit into a fast cache.
  static let capacity = 32

  let sphere: SphereLoss
  /// The ray whose lists are filled.
  let ray: UnsafeRayLines
  /// The ray whose regression line through the ground is used.
  let smooth: UnsafeRayLines
  let lines: UnsafeMutableRayLines
  let links: UnsafeMutablePointer<SphereLoss.Link>

  /// Fills the lists from a sample onwards.
  ///
  /// Over water and plains, rays are alike, so the results of the previous ray are reused.
  func fill(from first: Int, to end: Int) {
    var count = 0
    for index in stride(from: first & ~7, to: end, by: 8) {
      let (transmitter, receiver) = smooth.smooth(index)
      let differs =
        FastMath.different(transmitter, ray.list(.transmitter, index))
        | FastMath.different(receiver, ray.list(.receiver, index))
      guard FastMath.hasBits(differs) else { continue }
      lines.store(transmitter, .transmitter, index)
      lines.store(receiver, .receiver, index)
      lines.store(Eight(), .sphere, index)
      guard FastMath.any(transmitter * receiver .< ray.table(.clear, index)) else { continue }
      links[count].sample = index
      (links[count].transmitter, links[count].receiver) = (transmitter, receiver)
      links[count].distance = ray.table(.distance, index)
      count &+= 1
      if count == Self.capacity {
        run(count)
        count = 0
      }
    }
    run(count)
  }

  private func run(_ count: Int) {
    var kept = 0
    for place in 0..<count where sphere.see(&links[place]) {
      if place != kept { links[kept] = links[place] }
      kept &+= 1
    }
    for place in 0..<kept { sphere.bend(&links[place]) }
    for place in 0..<kept { sphere.computeParameter(&links[place]) }
    for place in 0..<kept { lines.store(sphere.excess(links[place]), .sphere, links[place].sample) }
  }
}
