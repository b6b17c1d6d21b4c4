// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehousePasswordHashing
import GatehouseServer
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire

@testable import GatehouseOutbound
@testable import GatehouseUserPoolKernel

extension PoolFixture {
    /// The public operations on the same pools, with other ports.
    func service(
        counting work: CountedWork = CountedWork(), hasher: any PasswordHasher = SystemPasswordHasher(),
        hashing: ComputePool = .inline, rates: AccountRates = .unlimited,
        endingSessionsAt sessionEnding: SessionEnding = .reset
    ) -> UserPoolsService {
        let pools = anyone.pools
        return UserPools(
            store: pools.records.store, sealer: pools.sealer, clock: pools.clock, entropy: pools.entropy,
            courier: pools.messages.courier, compute: pools.computation.pool, arithmetic: work, signer: work,
            hasher: hasher,
            hashing: hashing, deployment: pools.deployment, rates: rates,
            endingSessionsAt: sessionEnding
        ).service(for: RequestContext(requestID: "test"))
    }

    func passwordRequest(
        _ username: String = "alice", _ password: String = Self.password
    ) -> InitiateAuthRequest {
        InitiateAuthRequest(
            authFlow: .userPasswordAuth, authParameters: ["USERNAME": username, "PASSWORD": password],
            clientId: client.id)
    }

    func storedUser(_ username: String = "alice") async throws -> UserRecord {
        try await anyone.pools.records.read { [poolID] in
            try $0.existingUser(username, in: $0.existingPool(poolID))
        }
    }
}

extension MessageDispatcher {
    /// A message dispatcher like this one, whose messages go to a mail server.
    func sending(to server: MailServer) -> MessageDispatcher {
        MessageDispatcher(
            queue: queue, carriers: [.email: server, .sms: server], sealer: sealer, clock: clock, entropy: entropy,
            logger: logger, pause: pauseUntilCancelled)
    }
}
