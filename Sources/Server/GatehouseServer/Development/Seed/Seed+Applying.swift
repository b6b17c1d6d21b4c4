// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

extension Seed {
    /// Creates the missing resources; existing ones are unchanged, so that a second start changes nothing.
    /// - Throws: ``SeedFailure`` with the place of the first error; resources that were created before it remain, and
    ///   an incomplete user is deleted again.
    func apply(to installation: Installation) async throws(SeedFailure) -> SeedReport {
        var report = SeedReport()
        for pool in pools { try await pool.apply(to: installation, &report) }
        return report
    }
}

extension Seed.Pool {
    fileprivate func apply(to installation: Installation, _ report: inout SeedReport) async throws(SeedFailure) {
        let region = id.flatMap { $0.split(separator: "_").first }.map(String.init)
        let context = RequestContext.development(inRegion: region ?? installation.deployment.defaultRegion)
        let service = installation.userPools.service(for: context)
        let poolID = try await SeedFailure.placing(place) { () async throws(ServiceFault) in
            try await ensurePool(installation.userPools, service, &report)
        }
        for client in clients {
            try await SeedFailure.placing(client.place) { () async throws(ServiceFault) in
                let isNew = try await client.ensure(inPool: poolID, service)
                report.count(isNew: isNew)
            }
        }
        for group in groups {
            try await SeedFailure.placing(group.place) { () async throws(ServiceFault) in
                let isNew = try await group.ensure(inPool: poolID, service)
                report.count(isNew: isNew)
            }
        }
        for user in users {
            try await SeedFailure.placing("\(user.place) (\(user.username))") { () async throws(ServiceFault) in
                let isNew = try await user.ensure(inPool: poolID, service)
                report.count(isNew: isNew)
            }
        }
    }

    /// Whether an existing pool is this one: by the id or, without one, by the name.
    private func isDescribed(by present: String, _ service: UserPoolsService) async throws(ServiceFault) -> Bool {
        if let id { return present == id }
        let pool = try await service.describeUserPool(DescribeUserPoolRequest(userPoolId: present)).userPool
        return pool?.name == request.poolName
    }

    /// The id of the pool, which is created if there is none with the id or, without an id, with the name.
    private func ensurePool(
        _ pools: UserPools, _ service: UserPoolsService, _ report: inout SeedReport
    ) async throws(ServiceFault) -> String {
        for present in try await pools.records.poolIDs() {
            guard try await isDescribed(by: present, service) else { continue }
            report.count(isNew: false)
            return present
        }
        report.count(isNew: true)
        let answer = try await service.createUserPool(request, id: id)
        guard let made = answer.userPool?.id else { throw ServiceFault(.internalError, "The pool has no id.") }
        return made
    }
}

extension Seed.Client {
    /// Creates the client unless it exists.
    /// - Returns: whether the client was created.
    fileprivate func ensure(inPool poolID: String, _ service: UserPoolsService) async throws(ServiceFault) -> Bool {
        let present = try await service.listUserPoolClients(
            ListUserPoolClientsRequest(userPoolId: poolID, maxResults: 60))
        let isThere = (present.userPoolClients ?? []).contains { client in
            id.map { client.clientId == $0 } ?? (client.clientName == self.request.clientName)
        }
        guard !isThere else { return false }
        var request = request
        request.userPoolId = poolID
        _ = try await service.createUserPoolClient(request, id: id)
        return true
    }
}

extension Seed.Group {
    /// Creates the group unless it exists.
    /// - Returns: whether the group was created.
    fileprivate func ensure(inPool poolID: String, _ service: UserPoolsService) async throws(ServiceFault) -> Bool {
        var request = request
        request.userPoolId = poolID
        do throws(ServiceFault) {
            _ = try await service.createGroup(request)
            return true
        } catch {
            guard error.code == .groupExists else { throw error }
            return false
        }
    }
}

extension Seed.User {
    /// Creates the user unless it exists.
    /// - Returns: whether the user was created.
    fileprivate func ensure(inPool poolID: String, _ service: UserPoolsService) async throws(ServiceFault) -> Bool {
        do throws(ServiceFault) {
            _ = try await service.adminCreateUser(
                AdminCreateUserRequest(
                    userPoolId: poolID, username: username,
                    userAttributes: attributes.sorted { $0.key < $1.key }.map {
                        AttributeType(name: $0.key, value: $0.value)
                    },
                    temporaryPassword: temporaryPassword, messageAction: .suppress))
        } catch {
            guard error.code == .usernameExists else { throw error }
            return false
        }
        do throws(ServiceFault) {
            try await complete(inPool: poolID, service)
        } catch {
            // A corrected seed would not change an existing user, so the incomplete user is deleted. If that fails too,
            // the first fault is thrown.
            try? await service.adminDeleteUser(AdminDeleteUserRequest(userPoolId: poolID, username: username))
            throw error
        }
        return true
    }

    /// Sets the credential, groups and status of a new user.
    private func complete(inPool poolID: String, _ service: UserPoolsService) async throws(ServiceFault) {
        switch credential {
        case .none, .temporaryPassword: break
        case .password(let password):
            _ = try await service.adminSetUserPassword(
                AdminSetUserPasswordRequest(
                    userPoolId: poolID, username: username, password: password, permanent: true))
        case .hash(let text, let algorithm):
            try await service.setPasswordHash(text, algorithm: algorithm, ofUser: username, inPool: poolID)
        }
        for group in groups {
            _ = try await service.adminAddUserToGroup(
                AdminAddUserToGroupRequest(userPoolId: poolID, username: username, groupName: group))
        }
        if !isEnabled {
            _ = try await service.adminDisableUser(AdminDisableUserRequest(userPoolId: poolID, username: username))
        }
    }

    private var temporaryPassword: String? {
        if case .temporaryPassword(let password) = credential { password } else { nil }
    }
}

extension SeedFailure {
    /// Runs `body`, and adds the place in the file to a fault of the service.
    fileprivate static func placing<Value>(
        _ place: String, _ body: () async throws(ServiceFault) -> Value
    ) async throws(SeedFailure) -> Value {
        do {
            return try await body()
        } catch {
            throw SeedFailure(place, "\(error)")
        }
    }
}
