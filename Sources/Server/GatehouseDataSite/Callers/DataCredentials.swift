// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites

/// What a request shows to prove its sender, before any of it is checked.
struct DataCredentials: Sendable {
    /// The values of `x-api-key`.
    let apiKeys: [String]
    /// The values of `Authorization`.
    let authorizations: [String]
    /// The requests of which one must have the signature, if there is one; they differ in what clients sign differently.
    let signedForms: [GatewayRequest]

    /// The credentials of a request of HTTP, whose host may be signed with its port or without it.
    init(of request: GatewayRequest) {
        self.init(
            headers: request.headers, signedForms: request.withoutPort.map { [request, $0] } ?? [request])
    }

    /// Credentials in headers, or in an object with the members of headers.
    init(headers: [(name: String, value: String)], signedForms: [GatewayRequest]) {
        func values(_ name: String) -> [String] {
            headers.filter { HeaderName.areEqual($0.name, name) }.map(\.value)
        }
        apiKeys = values("x-api-key")
        authorizations = values("Authorization")
        self.signedForms = signedForms
    }

    /// Credentials without a signature.
    init(apiKeys: [String], authorizations: [String]) {
        self.apiKeys = apiKeys
        self.authorizations = authorizations
        signedForms = []
    }
}

extension DataCredentials {
    /// Whether two requests show the same key or token.
    func shows(_ other: DataCredentials) -> Bool {
        apiKeys.elementsEqual(other.apiKeys) { $0.utf8.elementsEqual($1.utf8) }
            && authorizations.elementsEqual(other.authorizations) { $0.utf8.elementsEqual($1.utf8) }
    }
}

extension GatewayRequest {
    /// The same request with the `Host` header without its port; `nil` for a host that has no port.
    var withoutPort: GatewayRequest? {
        guard let host = header("Host"), let bare = Authority(host)?.host, bare.utf8.count < host.utf8.count else {
            return nil
        }
        return withHost(String(bare))
    }

    /// The same request with another `Host` header.
    func withHost(_ host: String) -> GatewayRequest {
        var request = self
        request.headers.removeAll { HeaderName.areEqual($0.name, "Host") }
        request.headers.append(("Host", host))
        return request
    }
}
