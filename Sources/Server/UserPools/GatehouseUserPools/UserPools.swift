// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
package import GatehouseCore
package import GatehouseCrypto
package import GatehouseUserPoolModel
import GatehouseWire

/// The user pools of one installation: everything that their operations share.
///
/// The value holds no state but caches of keys; what the pools know lies in the store.
package struct UserPools: Sendable {
    let store: any UserPoolStore
    let sealer: Sealer
    let clock: WallClock
    let entropy: Entropy
    let courier: any Courier
    let triggers: any TriggerCaller
    let compute: ComputePool
    let arithmetic: any SRPArithmetic
    let deployment: Deployment
    let hasher: any PasswordHasher
    /// Where hashes of other systems are computed: so slow that elsewhere they would hold up every sign-in.
    let hashing: ComputePool
    let signingKeys: SigningKeys
    let sessionEnding: SessionEnding
    let provenTokens = ProvenTokens()
    private let rates: AccountRates
    /// What the operation at hand does with an account; `nil` between requests.
    private var access: AccountRates.Access?

    /// Assembles the pools from the ports they stand on.
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
        self.courier = courier
        self.triggers = triggers
        self.compute = compute
        self.arithmetic = arithmetic
        self.deployment = deployment
        self.hasher = hasher
        self.hashing = hashing
        self.rates = rates
        self.signingKeys = SigningKeys(sealer: sealer, signer: signer, source: keys)
        self.sessionEnding = sessionEnding
    }

    /// The operations, as one caller may use them.
    package func service(for context: RequestContext) -> UserPoolsService {
        var pools = self
        pools.access = context.access
        return UserPoolsService(pools: pools, context: context)
    }

    /// Counts the request at hand against the account it is about, before anything costly is done.
    ///
    /// A name that stands for nobody is counted like any other, so that the limit tells nobody who exists.
    /// - Throws: `TooManyRequestsException` when there were too many of late.
    func countRequest(about user: UserRecord?, named name: String, inPool poolID: String) throws(ServiceFault) {
        guard let access else { return }
        guard rates.admits(access, account: AccountKey(poolID: poolID, name: user?.sub ?? name)) else {
            throw .rateExceeded
        }
    }

    /// An id of what is drawn and written often: session strings, events of sign-ins, families of tokens.
    func newID() -> String { entropy.uuid(at: clock.now) }

    /// Verifies ID tokens of these pools for whoever accepts them as logins.
    package var loginVerifier: any LoginVerifier {
        UserPoolLoginVerifier(pools: self)
    }

    /// Removes what nobody can use any more, a bounded number of rows a call.
    package func purgeExpired() async throws {
        let now = clock.now
        var removed = 0
        repeat {
            removed = try await store.write { try $0.purgeExpired(before: now, limit: 500) }
        } while removed >= 500
    }
}

/// What requests about one account are counted under.
private struct AccountKey: Hashable {
    let poolID: String
    /// The user's sub, or the name that was typed.
    let name: String
}

/// The user-pool operations on behalf of one caller; one extension file per operation.
package struct UserPoolsService: Sendable {
    let pools: UserPools
    let context: RequestContext
}
