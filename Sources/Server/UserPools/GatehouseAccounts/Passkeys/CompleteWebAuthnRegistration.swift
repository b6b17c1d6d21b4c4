// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
import GatehouseWebAuthn
package import GatehouseWire

extension UserPoolsService {
    /// Verifies and stores the passkey that the user's authenticator has created.
    package func completeWebAuthnRegistration(
        _ request: CompleteWebAuthnRegistrationRequest
    ) async throws(ServiceFault) -> CompleteWebAuthnRegistrationResponse {
        let (user, client) = try await pools.callers.authorizedUser(request.accessToken)
        try await addPasskey(request.credential, to: user, by: client)
        return CompleteWebAuthnRegistrationResponse()
    }

    /// Verifies and stores the passkey of a user that the caller has authenticated.
    ///
    /// `proof` checks in the same transaction that the caller may still add a factor.
    ///
    /// - Throws: the error of `proof`; the errors of `CompleteWebAuthnRegistration` for another credential than one that the user's
    ///   authenticator has created for ``passkeyCreationOptions(for:by:)``.
    package func addPasskey(
        _ credential: WireValue, to user: UserRecord, by client: AppClientRecord,
        while proof: @escaping @Sendable (any UserPoolReading) throws -> Void = { _ in }
    ) async throws(ServiceFault) {
        let pool = try await pools.read { try $0.existingPool(user.poolID) }
        let settings = try PasskeySettings(pool, deployment: pools.deployment)
        let (response, signed) = try Self.registration(credential)
        let challenge = try RegistrationChallenge(
            unsealing: signed, of: user, sealer: pools.sealer, now: pools.forwardClock.now)
        guard challenge.clientID == client.id else { throw .otherPasskeyClient }
        let registered = try await pools.computation.run {
            do throws(WebAuthnError) {
                return try Registration(settings.expectation(signed), algorithms: Set(PasskeySettings.algorithms))
                    .verify(response)
            } catch {
                throw ServiceFault(registration: error)
            }
        }
        let passkey = PasskeyRecord(
            registered, response, of: user, relyingPartyID: settings.relyingParty.id, at: pools.clock.now)
        try await pools.write { store in
            try proof(store)
            guard try store.user(user.sub, inPool: user.poolID) != nil else { throw ServiceFault.noSuchUser }
            guard try store.spend(challenge.singleUseID) else { throw ServiceFault.noSuchPasskeyChallenge }
            guard try store.passkeys(ofUser: user.sub, inPool: user.poolID).count < PasskeyRecord.maximumPerUser
            else { throw ServiceFault.tooManyPasskeys }
            do {
                try store.insert(passkey)
            } catch StoreConflict.taken {
                throw ServiceFault.knownPasskey
            }
        }
    }

    /// The authenticator's response, and the challenge in its client data.
    private static func registration(
        _ credential: WireValue
    ) throws(ServiceFault) -> (response: RegistrationResponse, challenge: [UInt8]) {
        do throws(WebAuthnError) {
            let response = try RegistrationResponse(credential)
            return (response, try CollectedClientData(response.clientDataJSON).challenge)
        } catch {
            throw ServiceFault(registration: error)
        }
    }
}

extension PasskeyRecord {
    /// The row of a new passkey.
    fileprivate init(
        _ credential: RegisteredCredential, _ response: RegistrationResponse, of user: UserRecord,
        relyingPartyID: String, at date: Date
    ) {
        self.init(
            poolID: user.poolID, sub: user.sub, credentialID: credential.id, publicKey: credential.publicKey,
            signCount: credential.signCount, isBackupEligible: credential.flags.contains(.backupEligible),
            isBackedUp: credential.flags.contains(.backedUp), aaguid: credential.aaguid,
            relyingPartyID: relyingPartyID, attachment: response.attachment, transports: response.transports,
            createdAt: date)
    }
}
