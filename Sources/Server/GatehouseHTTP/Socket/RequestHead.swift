// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseSites
package import NIOHTTP1

/// The head of a request in the gateway's form, with what the rules of HTTP/1 say about it.
///
/// An invalid request has a flaw, for which the gateway refuses it. A target is brought into origin form, with its host
/// as `Host` (RFC 9112, section 3.2.2).
///
/// The only other protocol to change to is WebSockets. The decoder stops parsing after a `CONNECT` or `Upgrade` request and
/// keeps every further byte in memory, so the connection ends after such a request, and no more is read from it.
package struct RequestHead: Sendable {
    /// The request without its body.
    package private(set) var request: GatewayRequest
    /// Whether the connection ends after the request.
    package var isLast: Bool
    /// Whether the decoder takes the bytes after the request for another protocol.
    package let stopsDecoder: Bool
    /// Whether the client takes a body in chunks, as HTTP/1.0 does not (RFC 9112, section 7).
    let takesChunks: Bool
    /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110, section 10.1.1).
    package let awaitsContinue: Bool

    /// Converts a head as it was received from `address`; `admitsBody` returns whether a request may have a body of a
    /// given length.
    package init(
        _ received: HTTPRequestHead, from address: String,
        admitsBody: (_ method: String, _ path: String, _ length: Int) -> Bool
    ) {
        let target = received.hasOriginForm ? nil : AbsoluteTarget(received.uri)
        var head = received
        if let target { head.uri = target.origin }
        let fields = MessageFields(head.headers)
        request = GatewayRequest(
            method: head.method.rawValue, path: head.path, query: head.query, headers: fields.all,
            remoteAddress: address)
        let isOld = head.version.major < 1 || head.version.major == 1 && head.version.minor == 0
        let awaits = !isOld && fields.expectation.map { HeaderName.areEqual($0, "100-continue") } ?? false
        var flaw = fields.flaw(isOld: isOld, hasOriginForm: head.hasOriginForm)
        if flaw == nil, awaits, let length = fields.length {
            // The decoder admits digits only; a number that is too large for `Int` counts as `Int.max`.
            let isAdmitted = admitsBody(request.method, request.path, Int(length) ?? .max)
            if !isAdmitted { flaw = .bodyTooLong }
        }
        request.flaw = flaw
        takesChunks = !isOld
        stopsDecoder = fields.hasUpgrade || head.method == .CONNECT
        isLast = flaw != nil || stopsDecoder || !fields.hasPlainConnection || !received.isKeepAlive
        awaitsContinue = awaits && flaw == nil
        if let target, flaw == nil { replaceHost(with: target.authority) }
        // A request of HTTP/1.0 may have none; a server that checks host names then refuses it.
        if fields.hosts.isEmpty, target == nil { request.headers.append(("Host", "")) }
    }

    private mutating func replaceHost(with authority: String) {
        request.headers.removeAll { HeaderName.areEqual($0.name, "Host") }
        request.headers.append(("Host", authority))
    }
}

/// The header fields of a request, with those that decide about the message.
private struct MessageFields {
    private(set) var all: [(name: String, value: String)] = []
    private(set) var hosts: [String] = []
    private(set) var transferCodings: [String] = []
    private(set) var expectation: String?
    private(set) var length: String?
    private(set) var hasUpgrade = false
    /// Whether the options of the connection are tokens (RFC 9110, section 7.6.1); other text is no option.
    private(set) var hasPlainConnection = true

    init(_ headers: HTTPHeaders) {
        all.reserveCapacity(headers.count + 1)
        for (name, value) in headers {
            all.append((name, value))
            switch name.utf8.count {
            case 4: if HeaderName.areEqual(name, "Host") { hosts.append(value) }
            case 6: if HeaderName.areEqual(name, "Expect") { expectation = expectation ?? value }
            case 7: if HeaderName.areEqual(name, "Upgrade") { hasUpgrade = true }
            case 10:
                guard HeaderName.areEqual(name, "Connection") else { continue }
                hasPlainConnection = hasPlainConnection && value.utf8.allSatisfy { $0 < 0x80 }
            case 14: if HeaderName.areEqual(name, "Content-Length") { length = length ?? value }
            case 17: if HeaderName.areEqual(name, "Transfer-Encoding") { transferCodings.append(value) }
            default: break
            }
        }
    }

    /// The first rule that the message does not satisfy.
    func flaw(isOld: Bool, hasOriginForm: Bool) -> RequestFlaw? {
        guard hosts.count <= 1 else { return .severalHosts }
        // A value may be empty (RFC 9110, section 7.2).
        guard hosts.allSatisfy({ $0.isEmpty || Authority($0) != nil }) else { return .invalidHost }
        guard hasOriginForm else { return .invalidTarget }
        if isOld { return transferCodings.isEmpty ? nil : .transferEncodingOfOldVersion }
        guard hosts.count == 1 else { return .noHost }
        guard transferCodings.allSatisfy({ HeaderName.areEqual($0, "chunked") }), transferCodings.count <= 1 else {
            return .unknownTransferCoding
        }
        return nil
    }
}
