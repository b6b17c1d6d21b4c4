// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseIdentityPools
import GatehouseUserPoolKernel
import GatehouseUserPools
import GatehouseWire

extension Seed {
    /// Creates the missing resources, with the known ids where the seed has none; existing ones are unchanged, so that a
    /// second start changes nothing.
    /// - Returns: the ids of all resources, and the numbers of new and of existing ones.
    /// - Throws: ``SeedFailure`` with the place of the first error; resources that were created before it remain, and
    ///   an incomplete user is deleted again.
    func run(on installation: Installation, with known: SeedIDs = SeedIDs()) async throws(SeedFailure) -> SeedRun {
        var run = SeedRun(installation: installation, known: known)
        for pool in pools { try await pool.apply(in: &run) }
        return run
    }
}

extension Seed.Pool {
    fileprivate func apply(in run: inout SeedRun) async throws(SeedFailure) {
        let region = id.flatMap { $0.split(separator: "_").first }.map(String.init)
        let context = RequestContext.development(inRegion: region ?? run.installation.deployment.defaultRegion)
        let service = run.installation.userPools.service(for: context)
        try await run.ensure(place) { run throws(ServiceFault) in
            let made = try await ensure(service, in: run)
            run.found[place] = made.id
            return made.isNew
        }
        guard let poolID = run.found[place] else { return }
        for server in resourceServers {
            try await run.ensure(server.place) { _ throws(ServiceFault) in
                try await server.ensure(inPool: poolID, service)
            }
        }
        for provider in providers {
            try await run.ensure(provider.place) { _ throws(ServiceFault) in
                try await provider.ensure(inPool: poolID, service)
            }
        }
        if let domain {
            try await run.ensure(domain.place) { _ throws(ServiceFault) in
                try await domain.ensure(inPool: poolID, service)
            }
        }
        for client in clients {
            try await run.ensure(client.place) { run throws(ServiceFault) in
                try await client.ensure(inPool: poolID, service, in: &run)
            }
        }
        for group in groups {
            try await run.ensure(group.place) { _ throws(ServiceFault) in
                try await group.ensure(inPool: poolID, service)
            }
        }
        for user in users {
            try await run.ensure(user.place, user.username) { run throws(ServiceFault) in
                try await user.ensure(inPool: poolID, service, in: &run)
            }
        }
        guard let identityPool else { return }
        let clientIDs = clients.compactMap { run.found[$0.place] }
        try await run.ensure(identityPool.place) { run throws(ServiceFault) in
            try await identityPool.ensure(
                userPool: poolID, clients: clientIDs, run.installation.identityPools.service(for: context), in: &run)
        }
    }

    /// Whether an existing pool is this one: by the id or, without one, by the name.
    private func isDescribed(by present: String, _ service: UserPoolsService) async throws(ServiceFault) -> Bool {
        if let id { return present == id }
        let pool = try await service.describeUserPool(DescribeUserPoolRequest(userPoolId: present)).userPool
        return pool?.name == request.poolName
    }

    /// The id of the pool, which is created if there is none with the id or, without an id, with the name.
    private func ensure(
        _ service: UserPoolsService, in run: SeedRun
    ) async throws(ServiceFault) -> (id: String, isNew: Bool) {
        for present in try await run.installation.userPools.records.poolIDs() {
            if try await isDescribed(by: present, service) { return (present, false) }
        }
        let answer = try await service.createUserPool(request, id: id ?? run.known[place])
        guard let made = answer.userPool?.id else { throw ServiceFault(.internalError, "The pool has no id.") }
        return (made, true)
    }
}

extension Seed.ResourceServer {
    /// Creates the resource server unless it exists.
    /// - Returns: whether it was created.
    fileprivate func ensure(inPool poolID: String, _ service: UserPoolsService) async throws(ServiceFault) -> Bool {
        do throws(ServiceFault) {
            _ = try await service.describeResourceServer(
                DescribeResourceServerRequest(userPoolId: poolID, identifier: request.identifier))
            return false
        } catch {
            guard error.code == .resourceNotFound else { throw error }
        }
        var request = request
        request.userPoolId = poolID
        _ = try await service.createResourceServer(request)
        return true
    }
}

extension Seed.Provider {
    /// Creates the identity provider unless it exists.
    /// - Returns: whether it was created.
    fileprivate func ensure(inPool poolID: String, _ service: UserPoolsService) async throws(ServiceFault) -> Bool {
        var request = request
        request.userPoolId = poolID
        do throws(ServiceFault) {
            _ = try await service.createIdentityProvider(request)
            return true
        } catch {
            guard error.code == .duplicateProvider else { throw error }
            return false
        }
    }
}

extension Seed.Domain {
    /// Creates the domain unless the pool has one of its kind.
    /// - Returns: whether it was created.
    fileprivate func ensure(inPool poolID: String, _ service: UserPoolsService) async throws(ServiceFault) -> Bool {
        let pool = try await service.describeUserPool(DescribeUserPoolRequest(userPoolId: poolID)).userPool
        guard (request.customDomainConfig == nil ? pool?.domain : pool?.customDomain) == nil else { return false }
        var request = request
        request.userPoolId = poolID
        _ = try await service.createUserPoolDomain(request)
        return true
    }
}

extension Seed.Client {
    /// Creates the client unless it exists.
    /// - Returns: whether the client was created.
    fileprivate func ensure(
        inPool poolID: String, _ service: UserPoolsService, in run: inout SeedRun
    ) async throws(ServiceFault) -> Bool {
        let present = try await service.listUserPoolClients(
            ListUserPoolClientsRequest(userPoolId: poolID, maxResults: 60))
        let found = (present.userPoolClients ?? []).first { client in
            id.map { client.clientId == $0 } ?? (client.clientName == self.request.clientName)
        }
        if let clientID = found?.clientId {
            run.found[place] = clientID
            guard request.generateSecret == true else { return false }
            run.found.secrets[place] = try await service.describeUserPoolClient(
                DescribeUserPoolClientRequest(userPoolId: poolID, clientId: clientID)
            ).userPoolClient?.clientSecret
            return false
        }
        var request = request
        request.userPoolId = poolID
        if let secret = run.known.secrets[place] {
            request.clientSecret = secret
            request.generateSecret = nil
        }
        let made = try await service.createUserPoolClient(request, id: id ?? run.known[place]).userPoolClient
        run.found[place] = made?.clientId
        if request.generateSecret == true { run.found.secrets[place] = made?.clientSecret }
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

extension Seed.IdentityPool {
    /// Creates the identity pool unless it exists.
    /// - Returns: whether it was created.
    fileprivate func ensure(
        userPool: String, clients: [String], _ service: IdentityPoolsService, in run: inout SeedRun
    ) async throws(ServiceFault) -> Bool {
        let present = try await find(service)
        var found = present
        if found == nil {
            var request = request
            if request.cognitoIdentityProviders == nil {
                let name = run.installation.deployment.loginKey(ofUserPool: userPool)
                request.cognitoIdentityProviders = clients.map {
                    CognitoIdentityProvider(providerName: name, clientId: $0)
                }
            }
            let made = try await service.createIdentityPool(request, id: id ?? run.known[place])
            let account = run.installation.deployment.accountID
            try await service.setIdentityPoolRoles(
                SetIdentityPoolRolesInput(
                    identityPoolId: made.identityPoolId,
                    roles: roles.isEmpty ? DevelopmentRole.roles(inAccount: account) : roles))
            found = made.identityPoolId
        }
        run.found[place] = found
        if let found, roles.isEmpty { run.identityPools.append(found) }
        return present == nil
    }

    /// The id of the identity pool with the id or, without one, with the name; `nil` if there is none.
    private func find(_ service: IdentityPoolsService) async throws(ServiceFault) -> String? {
        var token: String?
        repeat {
            let page = try await service.listIdentityPools(ListIdentityPoolsInput(maxResults: 60, nextToken: token))
            for pool in page.identityPools ?? [] {
                let isFound =
                    if let id { pool.identityPoolId == id } else { pool.identityPoolName == request.identityPoolName }
                if isFound { return pool.identityPoolId }
            }
            token = page.nextToken
        } while token != nil
        return nil
    }
}

extension Seed.User {
    /// Creates the user unless it exists.
    /// - Returns: whether the user was created.
    fileprivate func ensure(
        inPool poolID: String, _ service: UserPoolsService, in run: inout SeedRun
    ) async throws(ServiceFault) -> Bool {
        let request = AdminCreateUserRequest(
            userPoolId: poolID, username: username,
            userAttributes: attributes.sorted { $0.key < $1.key }.map { AttributeType(name: $0.key, value: $0.value) },
            temporaryPassword: temporaryPassword, messageAction: .suppress)
        do throws(ServiceFault) {
            let made = try await service.adminCreateUser(request, sub: sub ?? run.known[place])
            run.found[place] = Self.sub(in: made.user?.attributes)
        } catch {
            guard error.code == .usernameExists else { throw error }
            run.found[place] = try await presentSub(inPool: poolID, service)
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

    /// The id of the user that has the name.
    /// - Throws: `UsernameExistsException` if no user has the name, because then another user has the id.
    private func presentSub(inPool poolID: String, _ service: UserPoolsService) async throws(ServiceFault) -> String? {
        do throws(ServiceFault) {
            let user = try await service.adminGetUser(AdminGetUserRequest(userPoolId: poolID, username: username))
            return Self.sub(in: user.userAttributes)
        } catch {
            guard error.code == .userNotFound, let sub else { throw error }
            throw ServiceFault(.usernameExists, "Another user of the pool has the sub \(sub).")
        }
    }

    private static func sub(in attributes: [AttributeType]?) -> String? {
        attributes?.first { $0.name == "sub" }?.value
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
