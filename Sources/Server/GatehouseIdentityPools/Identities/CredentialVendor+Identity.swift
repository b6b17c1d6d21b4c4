// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseSecurityTokens
import GatehouseWire

extension CredentialVendor {
    /// The lifetime in seconds of credentials from identity pools, which offer no other one.
    static let lifetime: TimeInterval = 3_600

    /// Issues credentials of an identity pool for a session that begins now.
    /// - Throws: `InvalidParameterException` for a session whose token would be longer than requests may have it.
    func vend(for session: RoleSession) throws(ServiceFault) -> Credentials {
        let vended: SecurityTokenCredentials
        do throws(ServiceFault) {
            vended = try vend(for: .role(session), lifetime: Self.lifetime)
        } catch {
            // The other code is one of sts.
            throw .loginsTooLarge
        }
        return Credentials(
            accessKeyId: vended.accessKeyId, secretKey: vended.secretAccessKey, sessionToken: vended.sessionToken,
            expiration: vended.expiration
        )
    }
}
