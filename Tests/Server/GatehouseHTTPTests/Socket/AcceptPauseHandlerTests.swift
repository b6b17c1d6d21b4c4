// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseHTTP
import GatehouseTestSupport
import NIOCore
import NIOEmbedded
import Testing

@Suite struct AcceptPauseHandlerTests {
    private let lines = LogLines()
    private let channel = EmbeddedChannel()

    init() throws {
        try channel.pipeline.syncOperations.addHandler(
            AcceptPauseHandler(logger: lines.logger, pause: .milliseconds(100), quiet: .seconds(5)))
    }

    /// Whether the socket accepts, as it was last set; `nil` if it never was.
    private var accepts: Bool? {
        channel.options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value as? Bool
    }

    private func fail(_ code: CInt) {
        channel.pipeline.fireErrorCaught(IOError(errnoCode: code, reason: "accept"))
    }

    @Test(arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM])
    func `a socket without free descriptors pauses and then accepts again`(code: CInt) throws {
        fail(code)
        #expect(accepts == false)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(99))
        #expect(accepts == false)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(accepts == true)
        try channel.throwIfErrorCaught()
    }

    @Test func `a shortage is logged once, and its end once`() {
        for _ in 1...100 {
            fail(EMFILE)
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(200))
        }
        #expect(lines.all.count == 1)
        #expect(lines.all[0].hasPrefix("warning New connections wait, because the system has no descriptor for them"))
        channel.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(lines.all.dropFirst() == ["notice New connections are accepted again"])
        fail(EMFILE)
        #expect(lines.all.count == 3)
    }

    @Test func `a socket with as many connections as it may have pauses until one of them is closed`() throws {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(
            AcceptPauseHandler(capacity: 2, logger: lines.logger, pause: .milliseconds(100), quiet: .seconds(5)))
        func accepting() -> [Bool] {
            channel.options.compactMap { $0.option is ChannelOptions.Types.AutoReadOption ? $0.value as? Bool : nil }
        }
        let clients = [EmbeddedChannel(loop: channel.embeddedEventLoop), .init(loop: channel.embeddedEventLoop)]
        channel.pipeline.fireChannelRead(clients[0] as any Channel)
        #expect(accepting().isEmpty)
        channel.pipeline.fireChannelRead(clients[1] as any Channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(accepting().contains(false) && !accepting().contains(true))
        clients[0].close(promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(100))
        #expect(accepting().last == true)
        #expect(lines.all.count == 1)
    }

    @Test func `another error passes the handler and does not pause the socket`() {
        fail(ECONNABORTED)
        #expect(accepts == nil)
        #expect(throws: IOError.self) { try channel.throwIfErrorCaught() }
    }
}
