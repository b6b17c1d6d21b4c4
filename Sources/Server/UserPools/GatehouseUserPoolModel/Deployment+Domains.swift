// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import GatehouseCore

extension Deployment {
    /// The address of a domain's pages in links and redirects, without a trailing slash.
    ///
    /// A custom domain has its own origin. A prefix domain is below the base URL, so that it works without an entry for
    /// it in the DNS.
    package func address(ofDomain name: String, _ kind: UserPoolDomainRecord.Kind) -> String {
        switch kind {
        case .prefix: "\(baseURL)/domains/\(name)"
        case .custom: "https://\(name)"
        }
    }

    /// The address of a pool's pages: that of its custom domain, else that of its prefix domain; `nil` without either.
    package func pagesAddress(of pool: UserPoolRecord) -> String? {
        if let name = pool.description.customDomain { return address(ofDomain: name, .custom) }
        return pool.description.domain.map { address(ofDomain: $0, .prefix) }
    }
}
