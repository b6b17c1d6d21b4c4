// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
package import GatehouseCore
package import GatehouseCrypto
package import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

/// The user pools of an installation, with all that their operations share.
///
/// The value has no state except caches of keys; all data is in the store.
package struct UserPools: Sendable {
    /// The storage of all pools.
    package let store: any UserPoolStore
    /// Encrypts what the store keeps and what clients carry.
    package let sealer: Sealer
    /// The clock of all operations.
    package let clock: WallClock
    /// The source of random bytes.
    package let entropy: Entropy
    /// Runs the functions of the pools' triggers.
    package let triggers: TriggerRunner
    /// Prepares and sends messages.
    package let messages: MessageSender
    /// The compute pool for long computations.
    package let compute: ComputePool
    /// The arithmetic of SRP.
    package let arithmetic: any SRPArithmetic
    /// The values of this installation in identifiers and addresses.
    package let deployment: Deployment
    /// Computes the password hashes of other systems.
    package let hasher: any PasswordHasher
    /// The compute pool for imported password hashes, which are so slow that they would delay every sign-in elsewhere.
    package let hashing: ComputePool
    let signingKeys: SigningKeys
    let sessionEnding: SessionEnding
    let provenTokens = ProvenTokens()
    private let rates: AccountRates
    /// The kind of access of the current operation, for rate limits per account; `nil` outside requests.
    private var access: OperationAccess?

    /// Creates the user pools on their ports.
    package init(
        store: any UserPoolStore, sealer: Sealer, clock: WallClock, entropy: Entropy, courier: any Courier,
        compute: ComputePool, arithmetic: any SRPArithmetic, signer: any RSASigner,
        hasher: any PasswordHasher, hashing: ComputePool, deployment: Deployment, rates: AccountRates = .unlimited,
        triggers: any TriggerCaller = NoTriggers(), keys: any SigningKeySource = NewSigningKeys(),
        endingSessionsAt sessionEnding: SessionEnding = .reset
    ) {
        self.store = store
        self.sealer = sealer
        self.clock = clock
        self.entropy = entropy
        self.triggers = TriggerRunner(caller: triggers, entropy: entropy)
        messages = MessageSender(
            courier: courier, triggers: self.triggers, codes: VerificationCodes(sealer: sealer, entropy: entropy),
            clock: clock)
        self.compute = compute
        self.arithmetic = arithmetic
        self.deployment = deployment
        self.hasher = hasher
        self.hashing = hashing
        self.rates = rates
        self.signingKeys = SigningKeys(sealer: sealer, signer: signer, source: keys)
        self.sessionEnding = sessionEnding
    }

    /// Returns the operations on behalf of a caller.
    package func service(for context: RequestContext) -> UserPoolsService {
        var pools = self
        pools.access = context.access
        return UserPoolsService(pools: pools, context: context)
    }

    /// Counts the current request against the rate limit of its account, before any expensive work.
    ///
    /// Requests for unknown user names count as well, so that the limit does not reveal whether a user exists.
    ///
    /// - Throws: `TooManyRequestsException` if the account has had too many requests recently.
    package func countRequest(about user: UserRecord?, named name: String, inPool poolID: String) throws(ServiceFault) {
        guard let access else { return }
        guard rates.admits(access, account: AccountKey(poolID: poolID, name: user?.sub ?? name)) else {
            throw .rateExceeded
        }
    }

    /// Returns a time-ordered id, for records that are created often: session strings, events of sign-ins, token
    /// families.
    package func newID() -> String { entropy.uuid(at: clock.now) }

    /// The verifier of ID tokens of these pools, for services that accept them as logins.
    package var loginVerifier: any LoginVerifier {
        UserPoolLoginVerifier(pools: self)
    }

    /// Removes expired data from the store, at most 500 rows of each kind in a transaction.
    package func purgeExpired() async throws {
        let now = clock.now
        var removed = 0
        repeat {
            removed = try await store.write { try $0.purgeExpired(before: now, limit: 500) }
        } while removed >= 500
    }
}

/// The key under which requests for an account are counted.
private struct AccountKey: Hashable {
    let poolID: String
    /// The user's `sub`, or the name in the request for an unknown user.
    let name: String
}

/// The user-pool operations on behalf of one caller; one extension file per operation.
package struct UserPoolsService: Sendable {
    /// The user pools that the operations work on.
    package let pools: UserPools
    /// The caller and the request.
    package let context: RequestContext
}
