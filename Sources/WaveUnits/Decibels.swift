/// Decibels from powers and back, the same to the last bit natively and in WebAssembly.
public enum Decibels {
}
