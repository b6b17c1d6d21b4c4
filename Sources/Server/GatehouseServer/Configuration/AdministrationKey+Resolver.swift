// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseWire

extension AdministrationKey: AccessKeyResolver {
    /// Resolves the administration key; a session token with this long-term key is refused.
    package func resolve(
        accessKeyID: String, sessionToken: String?
    ) async throws(ServiceFault) -> ResolvedAccessKey? {
        guard accessKeyID == self.accessKeyID else { return nil }
        guard sessionToken == nil else {
            throw ServiceFault(
                .unrecognizedClient, "The security token included in the request is invalid."
            )
        }
        return ResolvedAccessKey(
            secretAccessKey: secretAccessKey, principal: .administrator(accessKeyID: accessKeyID)
        )
    }
}
