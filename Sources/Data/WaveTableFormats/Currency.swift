/// Recognizes currency symbols and codes before or after an amount.
enum Currency {
  private static let names: [[UInt8]] = [
    "US$", "A$", "C$", "R$", "$", "€", "£", "¥", "₹", "₽", "₩", "₺", "₪", "฿", "₫", "₴", "kr.", "kr", "zł",
    "Kč", "Fr.", "Rs.", "Rs", "USD", "EUR", "GBP", "JPY", "CHF", "CNY", "INR", "RUB", "KRW", "BRL", "CAD",
    "AUD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "BGN", "TRY", "ILS", "ZAR", "MXN", "SGD",
    "HKD", "THB", "IDR", "MYR", "PHP", "TWD", "AED", "SAR",
  ].map { Array($0.utf8) }

  /// Returns the byte length of the currency at the start or the end of a range, or 0 if there is none.
  static func length(_ bytes: Span<UInt8>, _ range: Range<Int>, isAtEnd: Bool) -> Int {
    names.first { name in
      let start = isAtEnd ? range.upperBound - name.count : range.lowerBound
      return range.count >= name.count && name.indices.allSatisfy { bytes[start + $0] == name[$0] }
    }?.count ?? 0
  }
}
