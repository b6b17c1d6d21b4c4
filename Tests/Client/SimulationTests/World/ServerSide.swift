// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseClient
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Synchronization

/// The server of a run, which may be restarted, with the ledger of its answers.
final class ServerSide: Sendable {
    let stage: Stage
    let ledger: Ledger
    private let pool: String
    private let start: Date
    private let gatehouse: Mutex<TestGatehouse>

    /// A copy of a server, on which the users of one pool are administered.
    init(_ original: TestGatehouse, pool: String, gracePeriod: Int?, stage: Stage, seed: UInt64) throws {
        let server = try original.copy(seed: seed)
        self.stage = stage
        start = server.clock.now
        self.pool = pool
        gatehouse = Mutex(server)
        ledger = Ledger(gracePeriod: gracePeriod)
    }

    convenience init(_ landscape: Landscape, client: Landscape.Client, stage: Stage, seed: UInt64) throws {
        try self.init(
            landscape.gatehouse, pool: landscape.userPool, gracePeriod: client.gracePeriod, stage: stage, seed: seed)
    }

    /// The true time.
    var now: Date { start.addingTimeInterval(stage.elapsed / .seconds(1)) }

    /// The server, its clock set.
    private var current: TestGatehouse {
        let server = gatehouse.withLock { $0 }
        server.clock.advance(by: now.timeIntervalSince(server.clock.now))
        return server
    }

    /// Lets the server answer, and records the answer.
    func exchange(
        _ operation: String, _ request: TransportRequest
    ) throws(TransportError) -> (exchange: Exchange, response: TransportResponse) {
        let transport = current.transport
        let result = stage.offStage { () async -> Result<TransportResponse, TransportError> in
            do throws(TransportError) {
                return .success(try await transport.send(request))
            } catch {
                return .failure(error)
            }
        }
        let response = try result.get()
        let exchange = Exchange(operation, request, response, at: now)
        ledger.note(exchange)
        return (exchange, response)
    }

    /// Starts the server anew on its data.
    func restart() throws {
        let server = try gatehouse.withLock { $0 }.restarted()
        gatehouse.withLock { $0 = server }
    }

    /// An administrator ends all sessions of a user.
    func endSessions(of user: String) throws {
        try administer { [pool] service throws(ServiceFault) in
            _ = try await service.adminUserGlobalSignOut(
                AdminUserGlobalSignOutRequest(userPoolId: pool, username: user)
            )
        }
        ledger.endFamilies(of: user)
    }

    /// An administrator disables a user.
    func disable(_ user: String) throws {
        try administer { [pool] service throws(ServiceFault) in
            _ = try await service.adminDisableUser(AdminDisableUserRequest(userPoolId: pool, username: user))
        }
        ledger.endFamilies(of: user)
        ledger.update { _ = $0.disabledUsers.insert(user) }
    }

    /// An administrator enables a user again.
    func enable(_ user: String) throws {
        try administer { [pool] service throws(ServiceFault) in
            _ = try await service.adminEnableUser(AdminEnableUserRequest(userPoolId: pool, username: user))
        }
        ledger.update { _ = $0.disabledUsers.remove(user) }
    }

    /// An administrator makes a user, unless there is one of that name.
    func make(_ user: String) throws {
        let server = current
        let pool = pool
        try stage.offStage {
            do {
                try await Landscape.make(user, on: server, pool)
            } catch let fault as ServiceFault where fault.code == .usernameExists {}
        }
    }

    /// An administrator gives a user a password that must be changed at the next sign-in, which ends all sessions.
    func setTemporaryPassword(of user: String) throws {
        try administer { [pool] service throws(ServiceFault) in
            _ = try await service.adminSetUserPassword(
                AdminSetUserPasswordRequest(
                    userPoolId: pool,
                    username: user,
                    password: Landscape.password,
                    permanent: false
                )
            )
        }
        ledger.endFamilies(of: user)
    }

    /// The code that was sent to an address last.
    func code(sentTo address: String) -> String? {
        gatehouse.withLock { $0 }.messages(to: address).first?.code
    }

    private func administer(
        _ action: @escaping @Sendable (UserPoolsService) async throws(ServiceFault) -> Void
    ) throws {
        let server = current
        let result = stage.offStage { () async -> Result<Void, ServiceFault> in
            do throws(ServiceFault) {
                try await action(server.installation.userPools.service(for: server.administration))
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }
}
