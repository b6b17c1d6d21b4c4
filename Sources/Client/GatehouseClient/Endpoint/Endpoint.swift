// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseWire

/// The address of a service: an absolute URL that has passed every check.
package struct Endpoint: Sendable, Hashable {
    /// The permitted forms of a configuration value.
    package enum Form: Sendable {
        /// An absolute URL: the address of all services of one Gatehouse server.
        case allServices
        /// An absolute URL, or a bare host that means HTTPS on the standard port.
        case singleService
    }

    /// The URL that requests are posted to, path prefix included.
    package let url: URL

    /// Reads a configuration value.
    ///
    /// - Parameters:
    ///   - text: the value as configured.
    ///   - key: the name of the configuration key, for messages.
    ///   - form: which spellings this key accepts.
    ///   - allowsInsecure: whether plain HTTP may go to hosts other than this machine.
    ///   - permission: the name of the configuration key that allows this, for messages.
    /// - Throws: `EndpointError` with the key, the error and the correction.
    package init(
        _ text: String,
        key: String,
        form: Form = .allServices,
        allowsInsecure: Bool = false,
        permission: String = "allowsInsecureEndpoint"
    ) throws(EndpointError) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !trimmed.isEmpty else { throw EndpointError(key: key, problem: .empty) }
        if !trimmed.contains("://") {
            url = try Self.bareHost(trimmed, key: key, form: form)
        } else {
            url = try Self.absolute(trimmed, key: key)
            guard allowsInsecure || url.keepsSecrets else {
                throw EndpointError(key: key, problem: .insecure(permission))
            }
        }
    }

    private init(unchecked url: URL) {
        self.url = url
    }

    /// Whether this is an endpoint of AWS.
    package var isAmazons: Bool {
        let host = url.host()?.lowercased() ?? ""
        return host.hasSuffix(".amazonaws.com") || host.hasSuffix(".amazonaws.com.cn")
    }

    /// The URL for messages, without a slash at its end.
    package var address: String {
        let text = url.absoluteString
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// An address below the endpoint.
    ///
    /// - Parameters:
    ///   - path: the path, with a slash at its beginning.
    ///   - query: the parameters, in order.
    /// - Returns: the address as text.
    package func address(of path: String, _ query: [(String, String)] = []) -> String {
        query.isEmpty ? address + path : "\(address)\(path)?\(FormFields.text(query))"
    }

    /// The public service's endpoint in a region.
    ///
    /// - Parameters:
    ///   - service: the host's first label, such as `cognito-idp`.
    ///   - region: the region's name; a name that cannot stand in a host is refused.
    ///   - key: the name of the configuration key that held the region, for messages.
    /// - Returns: the endpoint.
    /// - Throws: `EndpointError` if the region is not a valid host label.
    package static func amazon(_ service: String, region: String, key: String) throws(EndpointError) -> Endpoint {
        guard Self.isHostLabel(region), let url = URL(string: "https://\(service).\(region).amazonaws.com/") else {
            throw EndpointError(key: key, problem: .badRegion)
        }
        return Endpoint(unchecked: url)
    }

    /// The value of the `Host` header.
    package var authority: String { url.authority }
}

extension Endpoint {
    private static func bareHost(_ text: String, key: String, form: Form) throws(EndpointError) -> URL {
        guard form == .singleService else { throw EndpointError(key: key, problem: .notAbsolute) }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, labels.allSatisfy({ isHostLabel($0) }), let url = URL(string: "https://\(text)/")
        else { throw EndpointError(key: key, problem: .notHost) }
        return url
    }

    private static func absolute(_ text: String, key: String) throws(EndpointError) -> URL {
        guard let parts = URLComponents(string: text), let url = parts.url else {
            throw EndpointError(key: key, problem: .notURL)
        }
        guard let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            throw EndpointError(key: key, problem: .badScheme)
        }
        guard let host = parts.host, !host.isEmpty else { throw EndpointError(key: key, problem: .noHost) }
        if let port = parts.port, !(1...65_535).contains(port) { throw EndpointError(key: key, problem: .badPort) }
        guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil else {
            throw EndpointError(key: key, problem: .extraParts)
        }
        return parts.path.isEmpty ? url.appending(path: "/") : url
    }

    private static func isHostLabel(_ label: some StringProtocol) -> Bool {
        guard (1...63).contains(label.utf8.count), !label.hasPrefix("-"), !label.hasSuffix("-") else {
            return false
        }
        return label.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: true
            default: false
            }
        }
    }
}

/// A configured endpoint that cannot be used.
package struct EndpointError: Error, Sendable, Equatable {
    /// The error in the value.
    package enum Problem: Sendable, Hashable {
        case empty, notAbsolute, notHost, notURL, badScheme, noHost, badPort, extraParts, badRegion
        /// Plain HTTP to another machine; the configuration key of the same name would allow it.
        case insecure(String)
    }

    /// The configuration key that holds the value.
    package let key: String
    package let problem: Problem

    /// Creates an error.
    package init(key: String, problem: Problem) {
        self.key = key
        self.problem = problem
    }

    /// A description of the error, in one sentence.
    package var text: String {
        switch problem {
        case .empty: "\(key) is empty."
        case .notAbsolute: "\(key) is not an absolute URL."
        case .notHost: "\(key) is neither an absolute URL nor a bare host name."
        case .notURL: "\(key) is not a URL."
        case .badScheme: "\(key) has a scheme other than http and https."
        case .noHost: "\(key) names no host."
        case .badPort: "\(key) has a port outside 1 to 65535."
        case .extraParts: "\(key) has a user name, password, query or fragment."
        case .insecure: "\(key) is plain HTTP to a host that is not this machine."
        case .badRegion: "\(key) is not the name of a region."
        }
    }

    /// One sentence that says how to mend it.
    package var cure: String {
        switch problem {
        case .empty, .notAbsolute, .notURL, .badScheme, .noHost, .badPort:
            "Write it as https://host[:port][/prefix], for example https://auth.example.com or http://localhost:9229."
        case .notHost:
            "With a port or a path, write the scheme as well: https://host:port/prefix. Without one, write the host only."
        case .extraParts: "Keep only scheme, host, port and path."
        case .insecure(let key): "Use https, or set \(key) to true if the network in between is trusted."
        case .badRegion: "Write a name such as us-east-1."
        }
    }
}

extension EndpointError: CustomStringConvertible {
    package var description: String { "\(text) \(cure)" }
}
