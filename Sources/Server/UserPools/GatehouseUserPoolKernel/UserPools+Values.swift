// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseCrypto
package import GatehouseServerCrypto

/// The values of the environment, under their own names.
extension UserPools {
    /// The clock of all operations.
    package var clock: WallClock { environment.clock }
    /// The clock for the expiry of single-use values.
    package var forwardClock: ForwardClock { environment.forwardClock }
    /// The source of random bytes.
    package var entropy: Entropy { environment.entropy }
    /// The source of random bytes for ids, which need not be secret.
    package var ids: Entropy { environment.ids }
    /// Encrypts stored data, and data that clients carry.
    package var sealer: Sealer { environment.sealer }
    /// The values of this installation in identifiers and addresses.
    package var deployment: Deployment { environment.deployment }
    /// The operations that end a user's sessions when they replace the password.
    package var sessionEnding: SessionEnding { environment.sessionEnding }
    /// The arithmetic of SRP.
    package var arithmetic: any SRPArithmetic { computation.arithmetic }
}

/// What operations use; each value has no more than it needs.
extension UserPools {
    /// Runs the functions of the pools' triggers.
    package var triggers: TriggerRunner { messages.triggers }
    /// Counts the requests about each account.
    package var requestLimits: RequestLimits { limits }
    /// Derives the keys under which requests and failed attempts are counted.
    package var counters: AttemptCounters { AttemptCounters(sealer: sealer) }
    /// Begins the events of requests.
    package var events: AuthEvents { AuthEvents(clock: clock, forwardClock: forwardClock, entropy: ids) }

    /// Creates and verifies the codes that messages contain.
    package var codes: VerificationCodes { messages.codes }
    /// The secrets of app clients.
    package var clientSecrets: ClientSecrets { ClientSecrets(sealer: sealer) }
    /// The details of identity providers.
    package var providerDetails: ProviderDetails { ProviderDetails(sealer: sealer) }
    /// The identifiers of devices.
    package var deviceKeys: DeviceKeys { DeviceKeys(sealer: sealer, entropy: entropy) }
    /// The SRP verifiers of devices.
    package var deviceVerifiers: DeviceVerifiers { DeviceVerifiers(sealer: sealer) }
    /// The passwords of users.
    package var passwords: StoredPasswords {
        StoredPasswords(sealer: sealer, entropy: entropy, arithmetic: arithmetic)
    }
    /// Seals new passwords and checks them.
    package var newPasswords: NewPasswords {
        NewPasswords(stored: passwords, computation: computation, records: records, clock: clock)
    }
    /// Creates the users that the UserMigration trigger returns.
    package var migrations: UserMigrations {
        UserMigrations(triggers: triggers, records: records, passwords: newPasswords, clock: clock, entropy: entropy)
    }
}

/// What concerns tokens.
extension UserPools {
    /// Finds the callers that present access tokens.
    package var callers: TokenCallers {
        TokenCallers(records: records, tokens: tokens, limits: limits, caller: caller)
    }
    /// Generates refresh tokens.
    package var tokenSecrets: TokenSecrets { TokenSecrets(sealer: sealer, entropy: entropy) }
    /// Issues the tokens of sign-ins and renewals.
    package var issuer: TokenIssuer {
        TokenIssuer(
            signer: TokenSigner(
                keys: tokens.keys, computation: computation, ids: ids, deployment: deployment),
            secrets: tokenSecrets, deviceKeys: deviceKeys, triggers: triggers, clock: clock)
    }
    /// Issues the access tokens of machines.
    package var clientTokens: ClientTokenIssuer {
        ClientTokenIssuer(records: records, signer: issuer.signer, triggers: triggers, clock: clock)
    }
    /// Derives tokens from users' tokens.
    package var tokenExchange: TokenExchange {
        TokenExchange(
            records: records, tokens: tokens, signer: issuer.signer, triggers: triggers, limits: limits, clock: clock,
            caller: caller)
    }
    /// Creates and replaces the signing keys of pools.
    package var keyRotation: KeyRotation {
        KeyRotation(records: records, keys: tokens.keys, computation: computation, clock: clock)
    }
    /// The documents for verifiers of tokens.
    package var discovery: Discovery { Discovery(records: records, clock: clock, deployment: deployment) }
    /// The verifier of ID tokens of these pools, for services that accept them as logins.
    package var loginVerifier: any LoginVerifier { UserPoolLoginVerifier(records: records, tokens: tokens) }
    /// The verifier of tokens of these pools, for APIs whose callers are the pools' users.
    package var bearerVerifier: any BearerVerifier { UserPoolBearerVerifier(records: records, tokens: tokens) }
    /// The claims of ID tokens that users can set themselves.
    package var writtenClaims: any UserWrittenClaims { UserPoolWrittenClaims(records: records) }
}
