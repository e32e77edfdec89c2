/// Recognizes currency symbols and codes before or after an amount.
enum Currency {
  private static let names: [[UInt8]] = [
    "US$", "A$", "C$", "R$", "$", "€", "£", "¥", "₹", "₽", "₩", "₺", "₪", "฿", "₫", "₴", "kr.", "kr", "zł",
    "Kč", "Fr.",
    "Rs.", "Rs", "USD", "EUR", "GBP", "JPY", "CHF", "CNY", "INR", "RUB", "KRW", "BRL", "CAD", "AUD", "NZD",
    "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "BGN", "TRY", "ILS", "ZAR", "MXN", "SGD", "HKD", "THB",
    "IDR", "MYR", "PHP", "TWD", "AED", "SAR",
  ].map { Array($0.utf8) }

  /// Returns the byte length of the currency that begins at an offset, or 0 if there is none.
  static func length(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    names.first { name in
      end - start >= name.count && name.indices.allSatisfy { bytes[start + $0] == name[$0] }
    }?.count ?? 0
  }

  /// Returns the byte length of the currency that ends before an offset, or 0 if there is none.
  static func trailingLength(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    names.first { name in
      end - start >= name.count && name.indices.allSatisfy { bytes[end - name.count + $0] == name[$0] }
    }?.count ?? 0
  }
}
