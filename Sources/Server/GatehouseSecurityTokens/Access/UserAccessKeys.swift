// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseWire

/// Resolves the access keys of registered users.
struct UserAccessKeys: AccessKeyResolver {
    let access: any AccessStore
    let sealer: Sealer
    let deployment: Deployment

    /// Resolves the keys of the registry.
    /// - Throws: `UnrecognizedClientException` for a key with a session token, the fault of a failing store.
    func resolve(accessKeyID: String, sessionToken: String?) async throws(ServiceFault) -> ResolvedAccessKey? {
        guard UserKeys.isKeyID(accessKeyID) else { return nil }
        let found = try await ServiceFault.translating {
            try await access.read { store in
                try store.userKey(accessKeyID).map { key in (key, try store.entry(User.self, named: key.userName)) }
            }
        }
        guard let (key, user) = found, let user else { return nil }
        guard sessionToken == nil else { throw .invalidSecurityToken }
        let secret = try await ServiceFault.translating { try UserKeys.secret(of: key, by: sealer) }
        let arn = user.arn(inAccount: deployment.accountID)
        return ResolvedAccessKey(
            secretAccessKey: secret,
            principal: .user(
                UserSession(.key, userName: user.name, arn: arn, id: PrincipalID.user(arn: arn, by: sealer))))
    }
}
