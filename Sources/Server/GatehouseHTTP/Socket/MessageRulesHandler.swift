// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOCore
import NIOHTTP1

/// Applies the rules of HTTP/1 that need the version of a request or all of its headers, which later handlers do not
/// have.
///
/// It notes the flaws of a request for the gateway, which refuses it (``RequestFlaw``). It removes `Expect` where the
/// server must not answer `100 Continue`. It gives each request after which the connection ends the header
/// `Connection: close`, the one form that Hummingbird knows, and drops all requests after it.
final class MessageRulesHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private enum Phase {
        /// More requests may follow.
        case open
        /// The connection ends after the request that is being read.
        case last
        /// The last request was read in full.
        case over
    }

    private let admitsBody: @Sendable (_ method: String, _ path: String, _ length: Int) -> Bool
    private var phase = Phase.open
    /// Requests whose head was read, and whose answer is not written in full.
    private var unanswered = 0

    /// Creates a handler for one connection; `admitsBody` tells whether a request may have a body of so many bytes.
    init(admitsBody: @escaping @Sendable (_ method: String, _ path: String, _ length: Int) -> Bool) {
        self.admitsBody = admitsBody
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard phase != .over else { return }
        switch unwrapInboundIn(data) {
        case .head(let received):
            let head = checked(received)
            if !head.isKeepAlive { phase = .last }
            unanswered += 1
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body:
            context.fireChannelRead(data)
        case .end:
            if phase == .last { phase = .over }
            context.fireChannelRead(data)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where phase != .open && unanswered == 1 && head.status.code >= 200:
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head, .body:
            context.write(data, promise: promise)
        case .end:
            unanswered -= 1
            context.write(data, promise: promise)
        }
    }

    private func checked(_ received: HTTPRequestHead) -> HTTPRequestHead {
        var head = received
        if head.headers.contains(name: RequestFlaw.headerName) { head.headers.remove(name: RequestFlaw.headerName) }
        let flaw = flaw(of: head)
        if let flaw { head.headers.add(name: RequestFlaw.headerName, value: flaw.rawValue) }
        if flaw != nil || Self.isOld(head), head.headers.contains(name: "Expect") {
            head.headers.remove(name: "Expect")
        }
        if flaw != nil || !head.isKeepAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        return head
    }

    private func flaw(of head: HTTPRequestHead) -> RequestFlaw? {
        let hosts = head.headers["Host"].count
        guard hosts <= 1 else { return .severalHosts }
        if Self.isOld(head) {
            return head.headers.contains(name: "Transfer-Encoding") ? .transferEncodingOfOldVersion : nil
        }
        guard hosts == 1 else { return .noHost }
        return expectsTooMuch(head) ? .bodyTooLong : nil
    }

    /// Whether the client waits for `100 Continue` before it sends a body that is over the limit.
    private func expectsTooMuch(_ head: HTTPRequestHead) -> Bool {
        guard HeaderName.areEqual(head.headers.first(name: "Expect") ?? "", "100-continue"),
            let length = head.headers.first(name: "Content-Length")
        else { return false }
        // The decoder admits digits only; a number that is no Int is too large for one.
        return !admitsBody(head.method.rawValue, String(head.uri.prefix { $0 != "?" }), Int(length) ?? .max)
    }

    /// Whether the request is of HTTP/1.0 or before.
    private static func isOld(_ head: HTTPRequestHead) -> Bool {
        head.version.major < 1 || head.version.major == 1 && head.version.minor == 0
    }
}
