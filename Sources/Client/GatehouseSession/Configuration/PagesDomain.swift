// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseClient
import GatehouseWire

/// Reads the domain of a user pool's pages, as apps configure it.
package enum PagesDomain {
    /// The address of a domain.
    ///
    /// A host without a scheme is a host of HTTPS, as in Amplify. With one endpoint for everything, a prefix domain is
    /// below that endpoint, where a self-hosted server has it without an entry in the DNS: the prefix alone, or with the
    /// name of an Amazon host after it.
    ///
    /// - Parameters:
    ///   - domain: the value as configured.
    ///   - key: the name of its configuration key, for messages.
    ///   - endpoint: the endpoint for everything, if there is one.
    ///   - allowsInsecure: whether plain HTTP may go to hosts other than this machine.
    ///   - permission: the name of the configuration key that allows this, for messages.
    /// - Returns: the address.
    /// - Throws: `EndpointError` with the key, the error and the correction.
    package static func address(
        of domain: String,
        key: String,
        below endpoint: Endpoint? = nil,
        allowsInsecure: Bool = false,
        permission: String = "allowsInsecureEndpoint"
    ) throws(EndpointError) -> Endpoint {
        let text = endpoint.flatMap { endpoint in
            prefix(of: domain).map { endpoint.address(of: "/domains/\($0)") }
        }
        return try Endpoint(
            text ?? domain, key: key, form: .singleService, allowsInsecure: allowsInsecure, permission: permission)
    }

    /// The prefix of a prefix domain; nil for another host or a URL.
    private static func prefix(of domain: String) -> String? {
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let isPrefix =
            labels.count == 1 || labels.count == 5 && labels[1] == "auth" && labels[3...] == ["amazoncognito", "com"]
        guard isPrefix, let prefix = labels.first, !prefix.isEmpty, prefix.utf8.allSatisfy(isOfPrefix) else {
            return nil
        }
        return prefix
    }

    private static func isOfPrefix(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

/// The addresses of an OAuth provider that is not a user pool's domain, used as they are configured.
package struct OAuthAddresses: Sendable, Equatable {
    /// The authorization endpoint (RFC 6749, section 3.1).
    package let authorize: URL
    /// The token endpoint (RFC 6749, section 3.2).
    package let token: URL
    /// The page that signs the browser out; nil if the provider has none.
    package let signOut: URL?

    /// Checks and keeps the addresses.
    ///
    /// - Parameters:
    ///   - authorize: the authorization endpoint.
    ///   - token: the token endpoint.
    ///   - signOut: the page that signs the browser out.
    /// - Throws: `SessionError.configuration` unless each is a URL of HTTPS, or of HTTP on this machine, without user
    ///   information and fragment.
    package init(authorize: String, token: String, signOut: String? = nil) throws(SessionError) {
        self.authorize = try Self.url(authorize, of: "authorization endpoint")
        self.token = try Self.url(token, of: "token endpoint")
        guard let signOut else {
            self.signOut = nil
            return
        }
        self.signOut = try Self.url(signOut, of: "sign-out page")
    }

    private static func url(_ text: String, of purpose: String) throws(SessionError) -> URL {
        guard let parts = URLComponents(string: text), ["https", "http"].contains(parts.scheme?.lowercased()),
            !(parts.host ?? "").isEmpty, parts.user == nil, parts.password == nil, parts.fragment == nil,
            let url = parts.url, url.keepsSecrets
        else {
            throw .configuration(
                "The address of the \(purpose) is not a URL that keeps secrets.",
                cure: "Configure a URL with https and without user name and fragment."
            )
        }
        return url
    }
}

/// The parameters that an app adds to the requests of hosted pages.
package struct PageParameters: Sendable, Equatable {
    /// Further parameters of the authorization request.
    package var signIn: [String: String]
    /// Further parameters in the body of the token requests.
    package var token: [String: String]
    /// All parameters of an external provider's sign-out page; a user pool's page has its own.
    package var signOut: [String: String]

    /// Creates parameters.
    package init(signIn: [String: String] = [:], token: [String: String] = [:], signOut: [String: String] = [:]) {
        self.signIn = signIn
        self.token = token
        self.signOut = signOut
    }
}

extension PageParameters: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    // Their values can be secrets.
    package var description: String { "(parameters of pages)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
