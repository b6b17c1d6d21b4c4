// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseSites
import GatehouseText
import GatehouseWire

/// Where the requests of a connection's signatures go: the addresses that clients sign for.
///
/// A signature covers a request that is never sent: for the connection one to the path `connect` below the endpoint, and
/// for each subscription one to the endpoint.
struct SocketAuthorization: Sendable {
    /// The path of all endpoints for clients that do not know the endpoint's own.
    private static let usualPath = "/graphql"
    private static let realtime = "/realtime"
    private static let offer = "header-"

    private let upgrade: GatewayRequest
    private let paths: [String]
    /// The host names, without ports and in lower case, under which the endpoint is known.
    private let hosts: Set<String>

    /// Reads the addresses from the request that opens the connection.
    ///
    /// `publicURL` is the address of the endpoint as clients know it, if a proxy changes the path or the host.
    init(of upgrade: GatewayRequest, publicURL: String) {
        self.upgrade = upgrade
        let isBelow = upgrade.path.utf8.suffix(Self.realtime.utf8.count).elementsEqual(Self.realtime.utf8)
        let own = isBelow ? String(Substring(upgrade.path.utf8.dropLast(Self.realtime.utf8.count))) : upgrade.path
        let known = URLComponents(string: publicURL)
        var paths: [String] = []
        for path in [own, Self.usualPath, known?.percentEncodedPath].compactMap(\.self)
        where !paths.contains(where: { $0.utf8.elementsEqual(path.utf8) }) {
            paths.append(path)
        }
        self.paths = paths
        hosts = Set([upgrade.header("Host"), known?.host].compactMap { $0.flatMap(DataAddress.hostName) })
    }

    // MARK: - The connection

    /// The credentials of the connection: of the subprotocol, else of the query, else of the headers.
    /// - Returns: `nil` for an object of headers that cannot be read, and for several of them in one place.
    func ofConnection() -> DataCredentials? {
        let headers: [AuthorizationHeader]
        let offers = upgrade.tokens(of: "Sec-WebSocket-Protocol").filter(Self.isOffer)
        let values = upgrade.queryValues("header")
        if let offered = offers.first {
            let text = Substring(offered.utf8.dropFirst(Self.offer.utf8.count))
            guard offers.count == 1, let read = Self.headers(in: Base64URL.decode(text)) else { return nil }
            headers = read
        } else if let text = values.first {
            guard values.count == 1, let read = Self.headers(in: Base64.decode(text)) else { return nil }
            headers = read
        } else {
            headers = upgrade.headers.map { AuthorizationHeader(name: $0.name, value: $0.value) }
        }
        return credentials(headers, belowPath: "/connect", body: "{}")
    }

    private static func isOffer(_ token: String) -> Bool { token.utf8.starts(with: offer.utf8) }

    private static func headers(in bytes: [UInt8]?) -> [AuthorizationHeader]? {
        guard let bytes, let json = try? WireValue(foreignJSON: bytes), json.objectValue != nil else { return nil }
        return AuthorizationHeader.all(in: json)
    }

    // MARK: - Subscriptions

    /// The credentials of a subscription.
    func of(_ start: RealtimeStart) -> DataCredentials {
        credentials(start.authorization, belowPath: "", body: start.data)
    }

    private func credentials(
        _ headers: [AuthorizationHeader], belowPath suffix: String, body: String
    ) -> DataCredentials {
        DataCredentials(
            headers: headers.map { ($0.name, $0.value) }, signedForms: signedForms(headers, suffix, body: body))
    }

    /// The requests that the signer may have signed: of each path, with and without the port of the host.
    ///
    /// A signature for another host is one for another server.
    private func signedForms(_ headers: [AuthorizationHeader], _ suffix: String, body: String) -> [GatewayRequest] {
        let named = headers.filter { HeaderName.areEqual($0.name, "Host") }.map(\.value)
        guard named.count <= 1, let host = named.first ?? upgrade.header("Host"),
            let bare = DataAddress.hostName(host), hosts.contains(bare)
        else { return [] }
        var lines = headers.filter { !HeaderName.areEqual($0.name, "Origin") }.map { (name: $0.name, value: $0.value) }
        // What a page of another origin may not do without a socket, it may not do with one.
        if let origin = upgrade.header("Origin") { lines.append(("Origin", origin)) }
        return paths.flatMap { path in
            let request = GatewayRequest(
                method: "POST", path: path + suffix, headers: lines, body: Data(body.utf8),
                remoteAddress: upgrade.remoteAddress
            ).withHost(host)
            return [request] + (request.withoutPort.map { [$0] } ?? [])
        }
    }
}
