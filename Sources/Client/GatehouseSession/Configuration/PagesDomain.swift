// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseClient

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
