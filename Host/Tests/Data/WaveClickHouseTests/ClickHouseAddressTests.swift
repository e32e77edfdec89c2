import Testing
import WaveClickHouse

@Suite struct ClickHouseAddressTests {
  @Test func allPartsAreRead() throws {
    let address = try ClickHouseAddress(
      "clickhouse://ann@db.example:9123/flights/de%20lays?x=ts&then=id&lost=show")
    #expect(address.user == "ann")
    #expect(address.place == "db.example:9123")
    #expect(address.database == "flights")
    #expect(address.table == "de lays")
    #expect(address.x == "ts")
    #expect(address.tieBreaker == "id")
    #expect(address.showsRestWithoutShard)
    #expect(!address.isSecure && !address.hasPassword)
  }

  @Test func whatIsNotGivenIsTheUsual() throws {
    let address = try ClickHouseAddress("clickhouse://db/a/b")
    #expect(address.user == "default" && address.port == 8123)
    #expect(address.x == nil && address.tieBreaker == nil && !address.showsRestWithoutShard)
    #expect(try ClickHouseAddress("clickhouse://db/a/b?lost=refuse") == address)
  }

  @Test func transportIsTLSWhereAsked() throws {
    let secure = try ClickHouseAddress("clickhouses://db/a/b")
    #expect(secure.isSecure && secure.port == 8443)
    #expect(try ClickHouseAddress("clickhouse://db/a/b?secure=1") == secure)
    #expect(try ClickHouseAddress("CLICKHOUSES://db:8443/a/b/") == secure)
  }

  @Test func hostsOfIPv6StandInBrackets() throws {
    let address = try ClickHouseAddress("clickhouse://[::1]:8124/a/b")
    #expect(address.host == "::1" && address.port == 8124 && address.place == "[::1]:8124")
    #expect(try ClickHouseAddress("clickhouse://[fe80::1]/a/b").host == "fe80::1")
  }

  @Test func passwordIsNotShown() throws {
    let address = try ClickHouseAddress("clickhouse://ann:p%40ss:w@db/a/b?x=t")
    #expect(address.hasPassword && address.urlPassword == "p@ss:w")
    #expect(address.shown == "clickhouse://ann@db/a/b?x=t")
    for text in [
      "clickhouse://ann:hunter2@db:99999/a/b", "clickhouse://ann:hunter2@db/a",
      "clickhouse://ann:hun/ter2@db/a/b",
      "clickhouse://ann:hunter2@db/a/b?q=1", "clickhouse://ann:hun ter2@db/a/b",
      "clickhouse://ann:hunter2/a/b",
      "clickhouse://ann:%zzhunter2@db/a/b", "http://ann:hunter2@db/a/b",
      "ann:hunter2@db/a/b", "ann:hunter2@db:0/aql://db/a/b",
      "clickhouse://db/a/b?ann:hunter2@db=refuse",
    ] {
      #expect { _ = try ClickHouseAddress(text) } throws: { error in
        !"\(error)".contains("hun") && !"\(error)".contains("ter2")
      }
    }
  }

  @Test func shownIsReadAsTheSame() throws {
    for text in [
      "clickhouse://db/a/b", "clickhouse://a%2Fb@[::1]:1/%25/%C3%A4?x=a%26b&then=%3D&lost=show",
      "clickhouses://u@h:8123/a/b?x=%20",
    ] {
      let address = try ClickHouseAddress(text)
      #expect(try ClickHouseAddress(address.shown) == address)
      #expect(address.shown == text)
    }
  }

  @Test(arguments: [
    "", "clickhouse://", "clickhouse:///a/b", "clickhouse://db", "clickhouse://db/a", "clickhouse://db/a/b/c",
    "clickhouse://db:/a/b", "clickhouse://db:0/a/b", "clickhouse://db:65536/a/b", "clickhouse://db:8x/a/b",
    "clickhouse://[::1/a/b", "clickhouse://[x]/a/b", "clickhouse://d b/a/b", "clickhouse://db!/a/b",
    "clickhouse://@db/a/b", "clickhouse://db/%/b", "clickhouse://db/%00/b", "clickhouse://db/%ff/b",
    "clickhouse://db/a/b?y=1", "clickhouse://db/a/b?x", "clickhouse://db/a/b?x=",
    "clickhouse://db/a/b?x=1&x=2",
    "clickhouse://db/a/b?lost=maybe", "clickhouses://db/a/b?secure=0", "mysql://db/a/b",
  ]) func whatIsWrongIsSaid(_ text: String) {
    #expect(throws: ClickHouseError.self) { try ClickHouseAddress(text) }
  }

  @Test func lengthHasALimit() {
    let text = "clickhouse://db/a/" + String(repeating: "b", count: ClickHouseAddress.byteLimit)
    #expect(throws: ClickHouseError.self) { try ClickHouseAddress(text) }
  }

  @Test func onlyItsSchemesMeanIt() {
    #expect(ClickHouseAddress.hasClickHouseScheme("ClickHouse://"))
    #expect(ClickHouseAddress.hasClickHouseScheme("clickhouses://x"))
    for text in ["clickhouse.csv", "clickhouse:/x", "clickhousesx//", "", "xclickhouse://"] {
      #expect(!ClickHouseAddress.hasClickHouseScheme(text))
    }
  }
}
