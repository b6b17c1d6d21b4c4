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
    private func address(of domain: Setting) throws(SessionError) -> Endpoint {
        do throws(EndpointError) {
            return try PagesDomain.address(
                of: domain.value,
                key: domain.key,
                below: try endpoint.map { endpoint throws(EndpointError) in
                    try Endpoint(
                        endpoint.value,
                        key: endpoint.key,
                        allowsInsecure: allowsInsecureEndpoint,
                        permission: permission
                    )
                },
                allowsInsecure: allowsInsecureEndpoint,
                permission: permission
            )
        } catch {
            throw .configuration(error.text, cure: error.cure)
        }
    }
}
