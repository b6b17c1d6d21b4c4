// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Returns an access token of a client that the caller has authenticated (RFC 6749, section 4.4).
    ///
    /// `scopes` is `nil` for all custom scopes of the client; `resource` becomes the claim `aud`; `metadata` is for the
    /// PreTokenGeneration trigger. The caller has checked that the client may use this grant.
    ///
    /// - Throws: the errors of ``ClientTokenIssuer/token(for:in:scopes:audience:metadata:)``.
    package func clientToken(
        for client: AppClientRecord, in pool: UserPoolRecord, scopes: [String]?, resource: String?,
        metadata: [String: String]?
    ) async throws(ServiceFault) -> AuthenticationResultType {
        try await pools.clientTokens.token(
            for: client, in: pool, scopes: scopes, audience: resource, metadata: metadata)
    }
}
