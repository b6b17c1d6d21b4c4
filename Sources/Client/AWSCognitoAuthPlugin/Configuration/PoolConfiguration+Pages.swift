// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseSession

extension PoolConfiguration {
    /// Checks the values of the hosted pages.
    func checked(_ pages: Pages, _ retry: RetryPolicy) -> Result<HostedPages, SessionError> {
        do throws(SessionError) {
            return .success(
                try HostedPages(
                    domain: address(of: pages.domain),
                    clientID: pages.clientID.value,
                    clientSecret: secret(of: pages),
                    signInRedirect: pages.signInRedirect.value,
                    signOutRedirect: pages.signOutRedirect.value,
                    scopes: pages.scopes,
                    retry: retry
                )
            )
        } catch {
            return .failure(error)
        }
    }

    /// The secret of the pages' app client: its own, or that of the user pool's app client if it is the same one.
    private func secret(of pages: Pages) -> ClientSecret? {
        let isSame = pages.clientID.value == userPool?.clientID.value
        return (pages.clientSecret ?? (isSame ? userPool?.clientSecret : nil)).map { ClientSecret($0) }
    }

    /// The address of the domain.
    ///
    /// A host without a scheme is a host of HTTPS, as in Amplify. With one endpoint for everything, a prefix domain is
    /// below that endpoint, where a self-hosted server has it without an entry in the DNS: the prefix alone, or with the
    /// name of an Amazon host after it.
    private func address(of domain: Setting) throws(SessionError) -> Endpoint {
        do throws(EndpointError) {
            if let endpoint, let prefix = Self.prefix(of: domain.value) {
                let base = try Endpoint(
                    endpoint.value, key: endpoint.key, allowsInsecure: allowsInsecureEndpoint, permission: permission)
                return try read(base.address(of: "/domains/\(prefix)"), key: domain.key)
            }
            return try read(domain.value, key: domain.key)
        } catch {
            throw .configuration(error.text, cure: error.cure)
        }
    }

    private func read(_ text: String, key: String) throws(EndpointError) -> Endpoint {
        try Endpoint(
            text, key: key, form: .singleService, allowsInsecure: allowsInsecureEndpoint, permission: permission)
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
