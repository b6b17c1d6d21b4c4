// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Checks the first code of an authenticator app, which shows that the app has the secret.
    ///
    /// From then on the token can be preferred, and a pool that requires a second factor uses it without further
    /// settings.
    package func verifySoftwareToken(
        _ request: VerifySoftwareTokenRequest
    ) async throws(ServiceFault) -> VerifySoftwareTokenResponse {
        switch try TokenBearer(accessToken: request.accessToken, session: request.session) {
        case .session(let session):
            return try await verifySoftwareToken(
                session: session, code: request.userCode, friendlyName: request.friendlyDeviceName)
        case .user(let accessToken):
            let (user, _) = try await pools.callers.authorizedUser(accessToken)
            let (pools, now) = (pools, pools.clock.now)
            let refusal: ServiceFault? = try await records.write { store in
                guard try store.existingPool(user.poolID).mfa.allowed.contains(.softwareToken) else {
                    throw ServiceFault.noSoftwareTokens
                }
                let user = try store.present(user)
                guard let secret = user.mfa.pendingSecret else { throw ServiceFault.noTokenToVerify }
                if let refusal = try pools.softwareTokens.judgeFirstCode(
                    request.userCode, of: secret, for: user, at: now, in: store)
                {
                    return refusal
                }
                var mfa = user.mfa
                mfa.softwareToken = UserMFA.SoftwareToken(
                    new: secret, friendlyName: request.friendlyDeviceName, verifiedAt: now)
                mfa.pendingSecret = nil
                try store.save(mfa, of: user, at: now)
                return nil
            }
            if let refusal { throw refusal }
            return VerifySoftwareTokenResponse(status: .success)
        }
    }
}

extension SoftwareTokens {
    /// Judges the first code of a secret: attempts are limited, and a correct code is accepted once.
    ///
    /// These attempts are counted separately from those of sign-ins. A user who can create a secret can always send a
    /// correct code, and must not reset the count of wrong passwords with it.
    /// - Returns: the refusal, or `nil` for a correct code. The transaction must commit for the count to stay.
    func judgeFirstCode(
        _ code: String, of secret: [UInt8], for user: UserRecord, at now: Date, in store: any UserPoolWriting
    ) throws -> ServiceFault? {
        let subject = sealer.mac(Array("\(user.poolID)|token|\(user.sub)".utf8), purpose: .failedAttempts)
        let step = try matchingStep(code, of: secret, for: user, at: now)
        let refusal = try store.judgeAttempt(
            succeeded: step != nil, subject: subject, inPool: user.poolID, at: now)
        guard let step else { return refusal == .lockedOut ? refusal : .wrongFirstCode }
        if let refusal { return refusal }
        return try store.spend(singleUseID(of: user, step: step)) ? nil : .usedSoftwareToken
    }
}

extension ServiceFault {
    static let wrongFirstCode = ServiceFault(.enableSoftwareTokenMFA, "Code mismatch")
    fileprivate static let noTokenToVerify = ServiceFault(
        .softwareTokenMFANotFound, "There is no software token to verify; associate one first.")
}
