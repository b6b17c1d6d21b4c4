// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Derives a token from a user's token, for a client that the caller has authenticated (RFC 8693).
    ///
    /// - Throws: the errors of ``TokenExchange/derive(_:for:in:)``.
    package func derivedToken(
        _ request: TokenExchangeRequest, for client: AppClientRecord, in pool: UserPoolRecord
    ) async throws(ServiceFault) -> DerivedToken {
        try await pools.tokenExchange.derive(request, for: client, in: pool)
    }
}
