// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
package import Foundation
package import GatehouseCore
package import GatehouseCrypto
package import GatehouseServerCrypto
package import GatehouseUserPoolModel
import GatehouseWire

/// The user pools of an installation: the values that do the work of their operations.
///
/// The values have no state except caches of keys and of the names of domains; all data is in the store. Each request
/// has a copy of its own in the frames of its functions, so a copy has little besides a reference.
package struct UserPools: Sendable {
    /// What all copies share.
    private final class Shared: Sendable {
        let records: UserPoolRecords
        let messages: MessageSender
        let computation: Computation
        let environment: UserPoolEnvironment
        let providers: ProviderPorts
        let domainNames = DomainNames()
        let tokens: TokenVerification

        init(
            records: UserPoolRecords, messages: MessageSender, computation: Computation,
            environment: UserPoolEnvironment, providers: ProviderPorts, tokens: TokenVerification
        ) {
            self.records = records
            self.messages = messages
            self.computation = computation
            self.environment = environment
            self.providers = providers
            self.tokens = tokens
        }
    }

    private let shared: Shared
    private(set) var limits: RequestLimits
    /// Records the caller of the current operation when a token is verified; `nil` outside requests.
    private(set) var caller: ProvenCaller?

    /// Creates the user pools on their ports; `tokenKeys` supplies the keys that sign tokens in place of `keys`.
    package init(
        store: any UserPoolStore, sealer: Sealer, clock: WallClock, entropy: Entropy, courier: any Courier,
        compute: ComputePool, arithmetic: any SRPArithmetic, signer: any RSASigner,
        hasher: any PasswordHasher, hashing: ComputePool, deployment: Deployment, rates: AccountRates = .unlimited,
        triggers: any TriggerCaller = NoTriggers(), fetch: any OutboundFetch = NoOutboundFetch(),
        keys: any SigningKeySource = NewSigningKeys(), tokenKeys: (any SigningKeySource)? = nil,
        endingSessionsAt sessionEnding: SessionEnding = .reset
    ) {
        shared = Shared(
            records: UserPoolRecords(store, sealer: sealer),
            messages: MessageSender(
                courier: courier, triggers: TriggerRunner(caller: triggers, entropy: entropy),
                codes: VerificationCodes(sealer: sealer, entropy: entropy), clock: clock,
                deployment: deployment),
            computation: Computation(pool: compute, arithmetic: arithmetic, hasher: hasher, hashing: hashing),
            environment: UserPoolEnvironment(
                clock: clock, forwardClock: ForwardClock(clock), entropy: entropy, ids: entropy.inGroups,
                sealer: sealer, deployment: deployment, sessionEnding: sessionEnding),
            providers: ProviderPorts(fetch: fetch, keys: keys),
            tokens: TokenVerification(
                keys: SigningKeys(sealer: sealer, signer: signer, source: tokenKeys ?? keys), clock: clock,
                deployment: deployment))
        limits = RequestLimits(rates: rates, access: nil)
    }

    /// The records of all pools.
    package var records: UserPoolRecords { shared.records }
    /// Prepares and sends messages.
    package var messages: MessageSender { shared.messages }
    /// Runs long computations.
    package var computation: Computation { shared.computation }
    /// The values that everything of the installation shares.
    package var environment: UserPoolEnvironment { shared.environment }
    /// What the operations on identity providers need besides.
    package var providers: ProviderPorts { shared.providers }
    /// The names of the domains of all pools.
    package var domainNames: DomainNames { shared.domainNames }
    var tokens: TokenVerification { shared.tokens }

    /// Returns the operations on behalf of a caller.
    package func service(for context: RequestContext) -> UserPoolsService {
        var pools = self
        pools.limits = RequestLimits(rates: limits.rates, access: context.access)
        pools.caller = context.caller
        return UserPoolsService(pools: pools, context: context)
    }

    /// Returns a time-ordered id, for records that are created often: session strings, events of sign-ins, token
    /// families.
    package func newID() -> String { ids.uuid(at: clock.now) }

    /// Removes the data that has expired by a time from the store, at most 500 rows of each kind in a transaction; `nil`
    /// for the present time.
    package func purgeExpired(at time: Date? = nil) async throws {
        let now = time ?? clock.now
        let forward = forwardClock.now
        var removed = 0
        repeat {
            removed = try await records.store.write {
                try $0.purgeExpired(before: now, singleUseIDs: forward, limit: 500)
            }
        } while removed >= 500
    }

    /// Sums the changes of the counters of users, at most 500 in a transaction.
    ///
    /// Sign-ups only add such changes, so that they do not wait for each other. The counters are right at any time; they
    /// are read faster if they have few changes.
    ///
    /// - Throws: the error of the store.
    package func sumUserCounts() async throws {
        var last: String?
        repeat {
            let pools = try await records.store.read { [last] store in
                try store.poolsWithChangedUserCounts(after: last, limit: 100)
            }
            for pool in pools {
                var summed = 0
                repeat {
                    summed = try await records.store.write { try $0.sumUserCounts(ofPool: pool, limit: 500) }
                } while summed >= 500
            }
            last = pools.last
        } while last != nil
    }

    /// Continues from the forward clock of earlier processes; a server calls it before it accepts requests.
    package func continueForwardClock() async throws {
        if let time = try await records.store.read({ try $0.latestPurgeOfSingleUseIDs() }) {
            forwardClock.advance(to: time)
        }
    }
}

/// The ports for identity providers.
package struct ProviderPorts: Sendable {
    /// Asks providers for their documents.
    package let fetch: any OutboundFetch
    /// Supplies the keys of pools for SAML.
    package let keys: any SigningKeySource
}

/// The values that everything of an installation shares.
package struct UserPoolEnvironment: Sendable {
    /// The clock of all operations.
    package let clock: WallClock
    /// The clock for the expiry of single-use values: session strings, challenges, codes of authenticator apps.
    package let forwardClock: ForwardClock
    /// The source of random bytes.
    package let entropy: Entropy
    /// The same source for ids, which need not be secret, and of which a request draws several.
    package let ids: Entropy
    /// Encrypts stored data, and data that clients carry.
    package let sealer: Sealer
    /// The values of this installation in identifiers and addresses.
    package let deployment: Deployment
    /// The operations that end a user's sessions when they replace the password.
    package let sessionEnding: SessionEnding
}
