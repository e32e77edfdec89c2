import Foundation
import Testing
import WaveCoverage
import WaveUnits

@Suite struct MercatorViewTests {
  /// EPSG:3857 as its definition writes it, by the C library: it shares nothing with ours.
  private static func world(_ latitude: Double, _ longitude: Double) -> (x: Double, y: Double) {
    let radius = 6_378_137.0
    let x = radius * longitude * .pi / 180
    let y = radius * log(tan(.pi / 4 + latitude * .pi / 360))
    let edge = radius * .pi
    return ((x + edge) / (2 * edge), (edge - y) / (2 * edge))
  }

  @Test func placesAreWhereTheProjectionPutsThem() {
    for latitude in stride(from: -85.0, through: 85, by: 0.37) {
      for longitude in stride(from: -180.0, through: 180, by: 17.3) {
        let world = Self.world(latitude, longitude)
        // A part of 2^40 of the world is 36 µm of ground.
        #expect(abs(MercatorView.worldX(ofLongitude: longitude) - world.x) < 0x1p-40)
        #expect(abs(MercatorView.worldY(ofLatitude: latitude) - world.y) < 0x1p-40)
        #expect(abs(MercatorView.latitude(atWorldY: world.y) - latitude) < 1e-9)
      }
    }
    #expect(abs(MercatorView.worldY(ofLatitude: MercatorView.latitudeLimit)) < 1e-12)
    #expect(abs(MercatorView.worldY(ofLatitude: 90)) < 1e-12)
  }

  @Test func pixelsAndPlacesAreOneAnothersInverse() {
    var view = MercatorView()
    view.resize(width: 1170, height: 2532)
    view.fit(
      northWest: Coordinate(latitudeDegrees: 47, longitudeDegrees: 9.9),
      southEast: Coordinate(latitudeDegrees: 46.6, longitudeDegrees: 10.3), left: 20, top: 200, right: 60,
      bottom: 100)
    for x in stride(from: -300.0, through: 1500, by: 150) {
      for y in stride(from: -300.0, through: 2800, by: 150) {
        let place = view.place(atX: x, y: y)
        #expect(abs(view.x(ofLongitude: place.longitudeDegrees) - x) < 1e-4)
        #expect(abs(view.y(ofLatitude: place.latitudeDegrees) - y) < 1e-4)
      }
    }
    // It fits into what is free, and fills it one way.
    let (left, right) = (view.x(ofLongitude: 9.9), view.x(ofLongitude: 10.3))
    let (top, bottom) = (view.y(ofLatitude: 47), view.y(ofLatitude: 46.6))
    #expect(left > 20 - 1e-3 && right < 1110 + 1e-3 && top > 200 - 1e-3 && bottom < 2432 + 1e-3)
    #expect(abs(right - left - 1090) < 1e-3 || abs(bottom - top - 2232) < 1e-3)
  }

  @Test func aPinchKeepsThePlaceBetweenTheFingers() {
    var view = MercatorView()
    view.resize(width: 800, height: 600)
    view.center(
      on: Coordinate(latitudeDegrees: 44.6, longitudeDegrees: 10.8), pixelsPerWorld: 1e6, within: 1...1e9)
    let before = view.place(atX: 200, y: 450)
    view.zoom(by: 3.5, x: 200, y: 450, within: 1...1e9)
    let after = view.place(atX: 200, y: 450)
    #expect(abs(before.latitudeDegrees - after.latitudeDegrees) < 1e-9)
    #expect(abs(before.longitudeDegrees - after.longitudeDegrees) < 1e-9)
    #expect(view.pixelsPerWorld == 3.5e6)
    view.zoom(by: 1e9, x: 200, y: 450, within: 1...1e9)
    #expect(view.pixelsPerWorld == 1e9)
  }

  @Test func theAntimeridianIsNoEdge() {
    var view = MercatorView()
    view.resize(width: 800, height: 600)
    view.center(
      on: Coordinate(latitudeDegrees: 0, longitudeDegrees: 179.99), pixelsPerWorld: 1e6, within: 1...1e9)
    let apart = view.x(ofLongitude: -179.99) - view.x(ofLongitude: 179.99)
    #expect(abs(apart - 0.02 / 360 * 1e6) < 1e-4)
    view.pan(dx: -100, dy: 0)
    #expect(view.centerX >= 0 && view.centerX < 1)
    let (place, there) = (view.place(atX: 400, y: 300), view.x(ofLongitude: -179.98))
    #expect(place.longitudeDegrees < -179.9 && abs(there - 400) < 100)
  }

  /// What a pixel is worth on the ground, against two places beside one another on the ellipsoid's parallel.
  @Test func metresFollowTheLatitude() {
    var view = MercatorView()
    view.center(
      on: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0), pixelsPerWorld: 2e6, within: 1...1e9)
    for latitude in [0.0, 30, 46.8, 60, 80] {
      let wanted = cos(latitude * .pi / 180) * 40_075_016.685_578_5 / 2e6
      #expect(abs(view.metersPerPixel(atLatitude: latitude) / wanted - 1) < 1e-12)
    }
  }
}
