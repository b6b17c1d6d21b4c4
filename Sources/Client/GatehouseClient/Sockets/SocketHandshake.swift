// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCrypto
import GatehouseWire

/// The client's half of the opening handshake, and the check of the server's (RFC 6455, sections 4.1 and 4.2.2).
package struct SocketHandshake: Sendable {
    /// An error in the server's half.
    package enum Fault: Sendable, Hashable {
        /// The answer is not HTTP.
        case http
        /// The header `Upgrade` is not `websocket`.
        case upgrade
        /// The header `Connection` does not have the token `Upgrade`.
        case connection
        /// `Sec-WebSocket-Accept` does not belong to the key.
        case accept
        /// An extension, although none was offered.
        case extensions
        /// A subprotocol that was not offered, or none although some were offered.
        case subprotocol
    }

    /// Headers that the handshake itself sends, or that a request without a body does not have.
    private static let own: Set<String> = [
        "host", "upgrade", "connection", "content-length", "transfer-encoding", "expect", "te", "trailer",
    ]

    /// The value of `Sec-WebSocket-Key`.
    package let key: String
    /// All headers of the request except `Host`, in the order in which they are sent.
    private let headers: [(name: String, value: String)]
    private let subprotocols: [String]

    /// Makes the client's half.
    ///
    /// - Parameters:
    ///   - request: its subprotocols and further headers.
    ///   - entropy: where the key comes from.
    /// - Throws: `SocketError` for a subprotocol or a header that cannot be sent.
    package init(_ request: SocketRequest, entropy: Entropy) throws(SocketError) {
        guard request.subprotocols.allSatisfy({ HeaderText.isToken($0.utf8) }),
            Set(request.subprotocols).count == request.subprotocols.count
        else { throw SocketError(.badSubprotocol) }
        for header in request.headers where !Self.maySend(header) { throw SocketError(.badHeader(header.name)) }
        key = Base64.encode(entropy.bytes(16))
        subprotocols = request.subprotocols
        var headers = [
            (name: "Upgrade", value: "websocket"), ("Connection", "Upgrade"),
            ("Sec-WebSocket-Key", key), ("Sec-WebSocket-Version", "13"),
        ]
        if !subprotocols.isEmpty {
            headers.append(("Sec-WebSocket-Protocol", subprotocols.joined(separator: ", ")))
        }
        self.headers = headers + request.headers
    }

    /// The request to an address, which has no body.
    package func request(to address: SocketAddressParts) -> String {
        let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        return "GET \(address.target) HTTP/1.1\r\nHost: \(address.authority)\r\n\(lines)\r\n"
    }

    /// Checks the server's half.
    ///
    /// - Parameters:
    ///   - status: the HTTP status.
    ///   - headers: all headers.
    /// - Returns: the subprotocol; nil if none was offered.
    /// - Throws: `SocketError` of `.refused` or `.handshake`.
    package func subprotocol(
        status: Int,
        headers: [(name: String, value: String)]
    ) throws(SocketError) -> String? {
        func values(_ name: String) -> [String] {
            headers.filter { HeaderText.isEqual($0.name, name) }.map { HeaderText.trimmed($0.value.utf8) }
        }
        guard status == 101 else { throw SocketError(.refused(status: status)) }
        let upgrades = values("Upgrade")
        guard upgrades.count == 1, HeaderText.isEqual(upgrades[0], "websocket") else {
            throw SocketError(.handshake(.upgrade))
        }
        let connection = values("Connection").flatMap { $0.split(separator: ",") }
        guard connection.contains(where: { HeaderText.isEqual(HeaderText.trimmed($0.utf8), "upgrade") }) else {
            throw SocketError(.handshake(.connection))
        }
        guard values("Sec-WebSocket-Accept") == [Self.accept(of: key)] else {
            throw SocketError(.handshake(.accept))
        }
        guard values("Sec-WebSocket-Extensions").allSatisfy(\.isEmpty) else {
            throw SocketError(.handshake(.extensions))
        }
        return try chosen(of: values("Sec-WebSocket-Protocol"))
    }

    /// The one subprotocol that the server chose.
    func chosen(of values: [String]) throws(SocketError) -> String? {
        if values.isEmpty, subprotocols.isEmpty { return nil }
        guard values.count == 1, subprotocols.contains(where: { $0.utf8.elementsEqual(values[0].utf8) }) else {
            throw SocketError(.handshake(.subprotocol))
        }
        return values[0]
    }

    /// The `Sec-WebSocket-Accept` that belongs to a key (RFC 6455, section 4.2.2, step 5.4).
    package static func accept(of key: String) -> String {
        Base64.encode(SHA1.hash(Array((key + WebSocketRules.keySuffix).utf8)))
    }

    private static func maySend(_ header: (name: String, value: String)) -> Bool {
        let name = header.name.lowercased()
        return HeaderText.isToken(header.name.utf8) && HeaderText.isValue(header.value.utf8) && !own.contains(name)
            && !name.hasPrefix("sec-websocket-")
    }
}

extension SocketHandshake.Fault {
    /// A description of the error, in one sentence.
    var text: String {
        switch self {
        case .http: "The answer to the handshake is not HTTP."
        case .upgrade: "The answer to the handshake does not upgrade to a WebSocket."
        case .connection: "The answer to the handshake does not upgrade the connection."
        case .accept: "The answer to the handshake is for another request."
        case .extensions: "The answer to the handshake has an extension that was not offered."
        case .subprotocol: "The server chose none of the subprotocols that were offered."
        }
    }
}
