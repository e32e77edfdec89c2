import NIOCore
import NIOWebSocket
import Testing

@testable import WaveServer

@Suite struct FrameAssemblerTests {
  private func frame(_ opcode: WebSocketOpcode, _ bytes: [UInt8], fin: Bool = true) -> WebSocketFrame {
    WebSocketFrame(fin: fin, opcode: opcode, data: ByteBuffer(bytes: bytes))
  }

  @Test func wholeMessagesPass() throws {
    var assembler = FrameAssembler(limit: 4)
    #expect(try assembler.append(frame(.binary, [1, 2])) == [1, 2])
    #expect(try assembler.append(frame(.binary, [3, 4, 5, 6])) == [3, 4, 5, 6])
    #expect(try assembler.append(frame(.binary, [])) == [])
  }

  @Test func fragmentsBecomeOneMessage() throws {
    var assembler = FrameAssembler(limit: 4)
    #expect(try assembler.append(frame(.binary, [1], fin: false)) == nil)
    #expect(try assembler.append(frame(.continuation, [], fin: false)) == nil)
    #expect(try assembler.append(frame(.continuation, [2, 3])) == [1, 2, 3])
    #expect(try assembler.append(frame(.binary, [4])) == [4])
  }

  @Test func theLimitHoldsForAllFragmentsTogether() throws {
    var assembler = FrameAssembler(limit: 4)
    #expect(throws: ClientFault.self) { try assembler.append(frame(.binary, [1, 2, 3, 4, 5])) }
    _ = try assembler.append(frame(.binary, [1, 2, 3], fin: false))
    #expect(throws: ClientFault.self) { try assembler.append(frame(.continuation, [4, 5], fin: false)) }
  }

  @Test func wrongOrdersAndTextAreRefused() throws {
    var assembler = FrameAssembler(limit: 4)
    #expect(throws: ClientFault.protocolError("fragments in the wrong order")) {
      try assembler.append(frame(.continuation, [1]))
    }
    #expect(throws: ClientFault.notBinary) { try assembler.append(frame(.text, [0x61])) }
    _ = try assembler.append(frame(.binary, [1], fin: false))
    #expect(throws: ClientFault.protocolError("fragments in the wrong order")) {
      try assembler.append(frame(.binary, [1]))
    }
  }
}
