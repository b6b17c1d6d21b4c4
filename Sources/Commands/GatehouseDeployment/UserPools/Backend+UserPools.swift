// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCrypto
import GatehouseProject
import GatehouseWire

/// How many things there are, as far as they were counted.
struct Tally: Sendable, Equatable {
    /// The number of things that were seen.
    var number: Int
    /// Whether that is all of them.
    var isComplete: Bool

    /// The number with what it counts, for example `1 user` or `at least 1,000 users`; the plural has an `s` unless it is
    /// given.
    func text(_ noun: String, plural: String? = nil) -> String {
        (isComplete ? "" : "at least ") + Self.text(number, noun, plural: plural)
    }

    /// A number with a comma between thousands, and with what it counts.
    static func text(_ number: Int, _ noun: String, plural: String? = nil) -> String {
        "\(text(number)) \(number == 1 ? noun : plural ?? noun + "s")"
    }

    private static func text(_ number: Int) -> String {
        let digits = String(number)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }
}

/// A page of a list.
private struct Page<Element> {
    /// The elements.
    let elements: [Element]
    /// The token that requests the next page; `nil` if this is the last one.
    let next: String?
}

// Reading that a plan and its steps have in common.
extension Backend {
    /// The size of the pages of lists, the largest that the service has.
    static let pageSize = 60
    /// The most pages that a list is read for.
    private static let maximumPages = 500

    /// The pool with an id; `nil` if there is none.
    func userPool(_ id: String) async throws(ServiceFault) -> UserPoolType? {
        let service = userPools
        return try await Self.existing { () async throws(ServiceFault) -> UserPoolType? in
            try await service.describeUserPool(DescribeUserPoolRequest(userPoolId: id)).userPool
        }
    }

    /// The pools with a name, the oldest first.
    func pools(named name: String) async throws(ServiceFault) -> [UserPoolType] {
        try await pools { $0 == name }
    }

    /// The pools that pushes of a project to an environment made and that are not detached, the oldest first.
    ///
    /// The list of the service has no tags. Pushes end the names of their pools with the environment, so that other
    /// pools need not be described.
    func pools(madeFor state: WantedState) async throws(ServiceFault) -> [UserPoolType] {
        let end = EnvironmentName.text("", in: state.environment)
        return try await pools { $0.hasSuffix(end) }.filter {
            $0.belongs(to: state) && $0.userPoolTags?[WantedState.detachedTag] == nil
        }
    }

    /// The pools whose name a project looks for, the oldest first.
    private func pools(where isWanted: (String) -> Bool) async throws(ServiceFault) -> [UserPoolType] {
        let service = userPools
        let list = try await Self.list { (token: String?) async throws(ServiceFault) -> Page<UserPoolDescriptionType> in
            let page = try await service.listUserPools(
                ListUserPoolsRequest(nextToken: token, maxResults: Self.pageSize))
            return Page(elements: page.userPools ?? [], next: page.nextToken)
        }
        var pools: [UserPoolType] = []
        for summary in list.elements where isWanted(summary.name ?? "") {
            guard let id = summary.id, let pool = try await userPool(id) else { continue }
            pools.append(pool)
        }
        return pools.sorted { left, right in
            (left.creationDate ?? .distantPast, left.id ?? "") < (right.creationDate ?? .distantPast, right.id ?? "")
        }
    }

    /// Whether a pool has clients.
    func hasClients(_ poolID: String) async throws(ServiceFault) -> Bool {
        let page = try await userPools.listUserPoolClients(
            ListUserPoolClientsRequest(userPoolId: poolID, maxResults: 1))
        return page.userPoolClients?.isEmpty == false
    }

    /// The client with an id in a pool; `nil` if there is none.
    func client(_ id: String, inPool poolID: String) async throws(ServiceFault) -> UserPoolClientType? {
        let service = userPools
        return try await Self.existing { () async throws(ServiceFault) -> UserPoolClientType? in
            try await service.describeUserPoolClient(
                DescribeUserPoolClientRequest(userPoolId: poolID, clientId: id)
            ).userPoolClient
        }
    }

    /// The ids of the clients with a name in a pool, in the order of the ids.
    func clients(named name: String, inPool poolID: String) async throws(ServiceFault) -> [String] {
        let service = userPools
        let list = try await Self.list {
            (token: String?) async throws(ServiceFault) -> Page<UserPoolClientDescription> in
            let page = try await service.listUserPoolClients(
                ListUserPoolClientsRequest(userPoolId: poolID, maxResults: Self.pageSize, nextToken: token))
            return Page(elements: page.userPoolClients ?? [], next: page.nextToken)
        }
        return list.elements.filter { $0.clientName == name }.compactMap(\.clientId)
    }

    /// The identity provider with a name in a pool; `nil` if there is none.
    func identityProvider(
        _ name: String, inPool poolID: String
    ) async throws(ServiceFault) -> IdentityProviderType? {
        let service = userPools
        return try await Self.existing { () async throws(ServiceFault) -> IdentityProviderType? in
            try await service.describeIdentityProvider(
                DescribeIdentityProviderRequest(userPoolId: poolID, providerName: name)
            ).identityProvider
        }
    }

    /// The groups of a pool by their names; none of a pool that is gone.
    func groups(ofPool poolID: String) async throws(ServiceFault) -> [String: GroupType] {
        let service = userPools
        let found = try await Self.existing { () async throws(ServiceFault) -> [GroupType]? in
            try await Self.list { (token: String?) async throws(ServiceFault) -> Page<GroupType> in
                let page = try await service.listGroups(
                    ListGroupsRequest(userPoolId: poolID, limit: Self.pageSize, nextToken: token))
                return Page(elements: page.groups ?? [], next: page.nextToken)
            }.elements
        }
        return Dictionary((found ?? []).map { ($0.groupName ?? "", $0) }) { first, _ in first }
    }

    /// The id of the pool that has a domain; `nil` for a domain that no pool has.
    func poolID(ofDomain domain: String) async throws(ServiceFault) -> String? {
        try await userPools.describeUserPoolDomain(DescribeUserPoolDomainRequest(domain: domain))
            .domainDescription?.userPoolId
    }

    // MARK: - Numbers

    /// How many members a group has.
    func members(ofGroup name: String, inPool poolID: String) async throws(ServiceFault) -> Tally {
        let service = userPools
        let list = try await Self.list { (token: String?) async throws(ServiceFault) -> Page<UserType> in
            let page = try await service.listUsersInGroup(
                ListUsersInGroupRequest(
                    userPoolId: poolID, groupName: name, limit: Self.pageSize, nextToken: token))
            return Page(elements: page.users ?? [], next: page.nextToken)
        }
        return Tally(number: list.elements.count, isComplete: list.isComplete)
    }

    /// How many users of a pool have no other way to sign in than a provider.
    func users(withOnly provider: String, inPool poolID: String) async throws(ServiceFault) -> Tally {
        let found = try await users(ofPool: poolID, filter: #"cognito:user_status = "EXTERNAL_PROVIDER""#)
        // The name of such a user begins with the provider's, in lower case where the pool ignores case.
        let prefix = provider.lowercased() + "_"
        return Tally(
            number: found.elements.count { $0.username?.lowercased().hasPrefix(prefix) == true },
            isComplete: found.isComplete)
    }

    /// How many users of a pool have passkeys.
    ///
    /// The service tells it user by user, so that only the first thousand users are counted.
    func usersWithPasskeys(inPool poolID: String) async throws(ServiceFault) -> Tally {
        let asked = try await users(ofPool: poolID, most: 1_000)
        var count = Tally(number: 0, isComplete: asked.isComplete)
        for name in asked.elements.compactMap(\.username) {
            let factors = try await userPools.adminGetUserAuthFactors(
                AdminGetUserAuthFactorsRequest(userPoolId: poolID, username: name))
            if factors.configuredUserAuthFactors?.contains(.webAuthn) == true { count.number += 1 }
        }
        return count
    }

    /// A digest of the users of a pool and of the times of their last changes; `nil` if it has more users than are read.
    ///
    /// It tells whether a copy of the pool still has all of its users: their number can be equal by chance.
    func digestOfUsers(inPool poolID: String) async throws(ServiceFault) -> String? {
        let found = try await users(ofPool: poolID)
        guard found.isComplete else { return nil }
        let lines = found.elements.map { user in
            let times = [user.userCreateDate, user.userLastModifiedDate].map { $0?.timeIntervalSince1970 ?? 0 }
            return "\(user.username ?? "")\0\(times[0])\0\(times[1])\n"
        }
        return Hex.encode(sha256(Array(lines.sorted().joined().utf8)))
    }

    private func users(
        ofPool poolID: String, filter: String? = nil, most: Int = .max
    ) async throws(ServiceFault) -> (elements: [UserType], isComplete: Bool) {
        let service = userPools
        return try await Self.list(most: most) { (token: String?) async throws(ServiceFault) -> Page<UserType> in
            let page = try await service.listUsers(
                ListUsersRequest(
                    userPoolId: poolID, attributesToGet: [], limit: Self.pageSize, paginationToken: token,
                    filter: filter))
            return Page(elements: page.users ?? [], next: page.paginationToken)
        }
    }

    // MARK: - Common to all

    /// What a call reads; `nil` if the service says that it does not exist.
    private static func existing<Value>(
        _ read: () async throws(ServiceFault) -> Value?
    ) async throws(ServiceFault) -> Value? {
        do throws(ServiceFault) {
            return try await read()
        } catch {
            guard error.code == .resourceNotFound else { throw error }
            return nil
        }
    }

    /// The elements of a list, and whether those are all.
    private static func list<Element>(
        most: Int = .max,
        _ read: (_ token: String?) async throws(ServiceFault) -> Page<Element>
    ) async throws(ServiceFault) -> (elements: [Element], isComplete: Bool) {
        var elements: [Element] = []
        var token: String?
        for _ in 0..<maximumPages {
            let page = try await read(token)
            elements += page.elements
            token = page.next
            if token == nil || elements.count >= most { break }
        }
        return (elements, token == nil)
    }
}
