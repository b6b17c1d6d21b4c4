// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
package import GatehouseSites
package import GatehouseUserPoolModel

/// A domain of a user pool at the place where a request looks for it.
package struct HostedDomain: Sendable {
    /// The path of the server below which domains are served.
    package static let path = "/domains"

    /// The domain.
    package let record: UserPoolDomainRecord
    /// The pool of the domain.
    package let pool: UserPoolRecord
    /// The path of the domain at its place, which links and redirects begin with: empty under a host name of its own,
    /// else `/domains/<name>` after the path of the base URL.
    package let basePath: String
    /// The host name of the place; `nil` for a domain by path.
    package let host: HostName?
    /// The address of the domain in documents, in messages and at identity providers, without a slash at its end; it
    /// does not depend on the request.
    package let canonicalURL: String
    /// The scheme, the host and the port of the base URL.
    package let baseOrigin: String
    /// Whether browsers reach the domain over TLS.
    package let isSecure: Bool

    /// Creates a domain at a place.
    package init(
        _ record: UserPoolDomainRecord, of pool: UserPoolRecord, at place: DomainPlace, in deployment: Deployment
    ) {
        self.init(record, of: pool, at: place, in: deployment, below: BaseURL(deployment.baseURL))
    }

    /// Creates a domain at a place; `base` is the base URL of the deployment.
    init(
        _ record: UserPoolDomainRecord, of pool: UserPoolRecord, at place: DomainPlace, in deployment: Deployment,
        below base: BaseURL
    ) {
        self.record = record
        self.pool = pool
        switch place {
        case .host(let name):
            host = name
            basePath = ""
        case .path:
            host = nil
            basePath = base.path + Self.path + "/" + record.name
        }
        canonicalURL = deployment.address(ofDomain: record.name, record.kind)
        baseOrigin = base.origin
        isSecure = base.isSecure
    }

    /// The scope of the domain's cookies: a host of its own, or the path that it has on the server's host.
    var cookieScope: CookieName.Scope {
        switch (host, isSecure) {
        case (_?, true): .host
        case (nil, true): .path(basePath)
        case (_, false): .unprefixed(path: basePath.isEmpty ? "/" : basePath, isSecure: false)
        }
    }
}

/// The parts of the address under which clients reach the server.
struct BaseURL: Sendable {
    /// The scheme, the host and the port.
    let origin: String
    /// The path without a slash at its end.
    let path: String
    /// Whether the address is reached over TLS.
    let isSecure: Bool

    init(_ text: String) {
        isSecure = text.hasPrefix("https:")
        let path = URLComponents(string: text)?.percentEncodedPath ?? ""
        self.path = path
        origin = String(text.dropLast(path.count))
    }
}
