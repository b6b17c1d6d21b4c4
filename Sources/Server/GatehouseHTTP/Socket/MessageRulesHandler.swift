// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
import NIOCore
import NIOHTTP1

/// Applies the rules of HTTP/1 to the messages of a connection.
///
/// It marks invalid requests for the gateway, which refuses them (`RequestFlaw`). It brings targets into origin form,
/// with the target's host as `Host` (RFC 9112, section 3.2.2). It removes `Expect` where the server must not send
/// `100 Continue`. It adds `Connection: close`, the only form that ``Conversation`` reads, to each
/// request after which the connection ends, and drops all later requests. When the server shuts down, it closes the
/// connection after the responses to the requests that were read.
///
/// The server has no other protocol to change to. The decoder stops parsing after a `CONNECT` or `Upgrade` request and
/// keeps every further byte in memory, so the connection ends after such a request, and no more is read from it.
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
    /// Whether the decoder parses nothing after the request that is being read.
    private var stopsDecoder = false
    /// The number of requests whose head was read and whose response is not complete.
    private var unanswered = 0
    /// Whether the server is shutting down.
    private var isEnding = false

    /// Creates a handler for one connection; `admitsBody` returns whether a request may have a body of a given length.
    init(admitsBody: @escaping @Sendable (_ method: String, _ path: String, _ length: Int) -> Bool) {
        self.admitsBody = admitsBody
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard phase != .over else { return }
        switch unwrapInboundIn(data) {
        case .head(let received):
            unanswered += 1
            stopsDecoder = Self.requestsOtherProtocol(received)
            guard let head = corrected(received) else {
                context.fireChannelRead(data)
                return
            }
            if !head.isKeepAlive { phase = .last }
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body:
            context.fireChannelRead(data)
        case .end:
            if phase == .last { phase = .over }
            context.fireChannelRead(data)
        }
    }

    /// Passes the demand for more bytes on, except after a request that stopped the decoder.
    func read(context: ChannelHandlerContext) {
        guard phase != .over || !stopsDecoder else { return }
        context.read()
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
            guard isEnding, unanswered == 0 else {
                context.write(data, promise: promise)
                return
            }
            context.writeAndFlush(data, promise: promise)
            context.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        guard event is ChannelShouldQuiesceEvent else { return }
        isEnding = true
        if unanswered == 0 { context.close(promise: nil) }
    }

    /// The head with the changes of the rules; `nil` for a head that needs none, as almost all.
    private func corrected(_ received: HTTPRequestHead) -> HTTPRequestHead? {
        var hosts = 0
        for (name, value) in received.headers {
            switch name.utf8.count {
            case 4:
                guard HeaderName.areEqual(name, "Host") else { continue }
                guard Self.isHost(value) else { return checked(received) }
                hosts += 1
            case 6: if HeaderName.areEqual(name, "Expect") { return checked(received) }
            case 7: if HeaderName.areEqual(name, "Upgrade") { return checked(received) }
            case 17: if HeaderName.areEqual(name, "Transfer-Encoding") { return checked(received) }
            case RequestFlaw.headerName.utf8.count:
                if HeaderName.areEqual(name, RequestFlaw.headerName) { return checked(received) }
            default: break
            }
        }
        let isUsual =
            hosts == 1 && received.hasOriginForm && !Self.isOld(received) && received.isKeepAlive
            && received.method != .CONNECT
        return isUsual ? nil : checked(received)
    }

    private func checked(_ received: HTTPRequestHead) -> HTTPRequestHead {
        var head = received
        if head.headers.contains(name: RequestFlaw.headerName) { head.headers.remove(name: RequestFlaw.headerName) }
        let target = AbsoluteTarget(head.uri)
        if let target { head.uri = target.origin }
        let flaw = flaw(of: head)
        if let target, flaw == nil { head.headers.replaceOrAdd(name: "Host", value: target.authority) }
        if let flaw { head.headers.add(name: RequestFlaw.headerName, value: flaw.rawValue) }
        if flaw != nil || Self.isOld(head), head.headers.contains(name: "Expect") {
            head.headers.remove(name: "Expect")
        }
        if flaw != nil || !head.isKeepAlive || stopsDecoder {
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        }
        return head
    }

    private func flaw(of head: HTTPRequestHead) -> RequestFlaw? {
        let hosts = head.headers["Host"]
        guard hosts.count <= 1 else { return .severalHosts }
        guard hosts.allSatisfy(Self.isHost) else { return .invalidHost }
        guard head.hasOriginForm else { return .invalidTarget }
        let codings = head.headers["Transfer-Encoding"]
        if Self.isOld(head) { return codings.isEmpty ? nil : .transferEncodingOfOldVersion }
        guard hosts.count == 1 else { return .noHost }
        guard codings.isEmpty || codings.count == 1 && HeaderName.areEqual(codings[0], "chunked") else {
            return .unknownTransferCoding
        }
        return expectsTooMuch(head) ? .bodyTooLong : nil
    }

    /// Whether the value of a `Host` header is valid: one host, or empty (RFC 9110, section 7.2).
    private static func isHost(_ value: String) -> Bool { value.isEmpty || Authority(value) != nil }

    /// Whether the client waits for `100 Continue` before it sends a body that is over the limit.
    private func expectsTooMuch(_ head: HTTPRequestHead) -> Bool {
        guard HeaderName.areEqual(head.headers.first(name: "Expect") ?? "", "100-continue"),
            let length = head.headers.first(name: "Content-Length")
        else { return false }
        // The decoder admits digits only; a number that is too large for `Int` counts as `Int.max`.
        return !admitsBody(head.method.rawValue, head.path, Int(length) ?? .max)
    }

    /// Whether the decoder takes the bytes after a request for those of another protocol.
    private static func requestsOtherProtocol(_ head: HTTPRequestHead) -> Bool {
        head.method == .CONNECT || head.headers.contains(name: "Upgrade")
    }

    /// Whether the request has HTTP version 1.0 or earlier.
    private static func isOld(_ head: HTTPRequestHead) -> Bool {
        head.version.major < 1 || head.version.major == 1 && head.version.minor == 0
    }
}
