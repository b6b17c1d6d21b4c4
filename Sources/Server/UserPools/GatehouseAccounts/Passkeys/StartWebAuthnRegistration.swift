// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
import GatehouseWebAuthn
package import GatehouseWire

extension UserPoolsService {
    /// Returns the options with which the user's authenticator creates a new passkey.
    package func startWebAuthnRegistration(
        _ request: StartWebAuthnRegistrationRequest
    ) async throws(ServiceFault) -> StartWebAuthnRegistrationResponse {
        let (user, client) = try await pools.callers.authorizedUser(request.accessToken)
        return StartWebAuthnRegistrationResponse(
            credentialCreationOptions: try await passkeyCreationOptions(for: user, by: client))
    }

    /// Returns the options with which the authenticator of an authenticated user creates a passkey.
    ///
    /// - Throws: `WebAuthnNotEnabledException`, `WebAuthnConfigurationMissingException`, and `LimitExceededException` for
    ///   a user with the most passkeys.
    package func passkeyCreationOptions(
        for user: UserRecord, by client: AppClientRecord
    ) async throws(ServiceFault) -> WireValue {
        let (pool, passkeys) = try await pools.read { store in
            (try store.existingPool(user.poolID), try store.passkeys(ofUser: user.sub, inPool: user.poolID))
        }
        let settings = try PasskeySettings(pool, deployment: pools.deployment)
        guard passkeys.count < PasskeyRecord.maximumPerUser else { throw .tooManyPasskeys }
        let challenge = RegistrationChallenge(clientID: client.id, entropy: pools.entropy, now: pools.forwardClock.now)
            .sealed(by: pools.sealer, for: user)
        return settings.creationOptions(challenge, for: user, excluding: passkeys)
    }
}

extension PasskeySettings {
    /// The time limit for the user, in milliseconds.
    private static let timeout: WireValue = 60_000

    /// `PublicKeyCredentialCreationOptionsJSON` (WebAuthn Level 3, section 5.1).
    fileprivate func creationOptions(
        _ challenge: [UInt8], for user: UserRecord, excluding passkeys: [PasskeyRecord]
    ) -> WireValue {
        [
            "authenticatorSelection": [
                "requireResidentKey": true, "residentKey": "required", "userVerification": userVerification,
            ],
            "challenge": .string(Base64URL.encode(challenge)),
            "excludeCredentials": .array(passkeys.map(\.descriptor)),
            "pubKeyCredParams": .array(
                Self.algorithms.map { ["alg": .integer(Int64($0.rawValue)), "type": "public-key"] }),
            "rp": ["id": .string(relyingParty.id), "name": .string(relyingParty.id)],
            "timeout": Self.timeout,
            "user": [
                "displayName": .string(user.username), "id": .string(Base64URL.encode(user.passkeyHandle)),
                "name": .string(user.username),
            ],
        ]
    }
}
