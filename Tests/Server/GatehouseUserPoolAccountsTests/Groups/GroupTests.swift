// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct GroupTests {
    private let unknown = ServiceFault(.resourceNotFound, "Group not found.")

    @Test func `a group is made, described, changed where the request says so, and deleted`() async throws {
        let fixture = try await PoolFixture.make()
        let made = try await fixture.makeGroup("staff", role: "arn:aws:iam::123456789012:role/staff", precedence: 3)
        #expect(made?.groupName == "staff" && made?.userPoolId == fixture.poolID && made?.precedence == 3)
        fixture.gatehouse.clock.advance(by: 60)
        let changed = try await fixture.administrator.updateGroup(
            UpdateGroupRequest(groupName: "staff", userPoolId: fixture.poolID, precedence: 0)
        ).group
        #expect(changed?.precedence == 0 && changed?.roleArn == "arn:aws:iam::123456789012:role/staff")
        #expect(changed?.creationDate == made?.creationDate)
        #expect(changed?.lastModifiedDate == fixture.gatehouse.clock.now)
        #expect(try await fixture.group("staff") == changed)
        try await fixture.administrator.deleteGroup(
            DeleteGroupRequest(groupName: "staff", userPoolId: fixture.poolID))
        #expect(try await fault { _ = try await fixture.group("staff") } == unknown)
    }

    @Test func `a name is taken once in each pool`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeGroup("staff")
        let refusal = try await fault { try await fixture.makeGroup("staff") }
        #expect(refusal == ServiceFault(.groupExists, "A group with the name already exists."))
        let other = try await fixture.gatehouse.makeUserPool()
        _ = try await fixture.administrator.createGroup(CreateGroupRequest(groupName: "staff", userPoolId: other))
        try await fixture.makeGroup("Staff")
    }

    @Test func `groups of a pool that is not there are a fault`() async throws {
        let fixture = try await PoolFixture.make()
        let none = "us-east-1_None"
        let service = fixture.administrator
        let refusals = [
            try await fault {
                _ = try await service.createGroup(CreateGroupRequest(groupName: "x", userPoolId: none))
            },
            try await fault { _ = try await service.getGroup(GetGroupRequest(groupName: "x", userPoolId: none)) },
            try await fault { _ = try await service.listGroups(ListGroupsRequest(userPoolId: none)) },
        ]
        #expect(refusals.allSatisfy { $0 == .noSuchUserPool(none) })
    }

    @Test func `users come and go, twice without harm, and deleting a group leaves them`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        try await fixture.makeGroup("staff")
        for _ in 1...2 { try await fixture.add("alice", to: "staff") }
        #expect(try await fixture.members("staff").users?.map(\.username) == ["alice"])
        for _ in 1...2 {
            try await fixture.administrator.adminRemoveUserFromGroup(
                AdminRemoveUserFromGroupRequest(
                    userPoolId: fixture.poolID, username: "alice", groupName: "staff"))
        }
        #expect(try await fixture.members("staff").users?.isEmpty == true)
        try await fixture.add("alice", to: "staff")
        try await fixture.administrator.deleteGroup(
            DeleteGroupRequest(groupName: "staff", userPoolId: fixture.poolID))
        _ = try await fixture.administrator.adminGetUser(
            AdminGetUserRequest(userPoolId: fixture.poolID, username: "alice"))
        try await fixture.makeGroup("staff")
        #expect(try await fixture.members("staff").users?.isEmpty == true)
    }

    @Test func `an unknown user or group is named as such`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        try await fixture.makeGroup("staff")
        #expect(try await fault { try await fixture.add("nobody", to: "staff") } == .noSuchUser)
        #expect(try await fault { try await fixture.add("alice", to: "nothing") } == unknown)
        #expect(try await fault { _ = try await fixture.members("nothing") } == unknown)
        #expect(try await fault { _ = try await fixture.groups(of: "nobody") } == .noSuchUser)
    }

    @Test func `groups and their members are listed by page, and a page token is valid for its list only`() async throws
    {
        let fixture = try await PoolFixture.make()
        for name in ["b", "a", "c"] { try await fixture.makeGroup(name) }
        for name in ["alice", "bob", "carol"] {
            try await fixture.makeUser(name)
            try await fixture.add(name, to: "a")
        }
        try await fixture.add("alice", to: "c")
        let first = try await fixture.administrator.listGroups(
            ListGroupsRequest(userPoolId: fixture.poolID, limit: 2))
        #expect(first.groups?.map(\.groupName) == ["a", "b"])
        let second = try await fixture.administrator.listGroups(
            ListGroupsRequest(userPoolId: fixture.poolID, limit: 2, nextToken: first.nextToken))
        #expect(second.groups?.map(\.groupName) == ["c"] && second.nextToken == nil)
        let members = try await fixture.members("a", limit: 2)
        let others = try await fixture.members("a", limit: 2, token: members.nextToken)
        let names = ((members.users ?? []) + (others.users ?? [])).compactMap(\.username)
        #expect(names.sorted() == ["alice", "bob", "carol"] && others.nextToken == nil)
        let groups = try await fixture.groups(of: "alice", limit: 1)
        #expect(groups.groups?.map(\.groupName) == ["a"])
        let refusal = try await fault { _ = try await fixture.members("a", token: first.nextToken) }
        #expect(refusal?.code == .invalidParameter)
    }

    @Test func `a user cannot be in more than a hundred groups`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        for number in 1...100 {
            try await fixture.makeGroup("group-\(number)")
            try await fixture.add("alice", to: "group-\(number)")
        }
        try await fixture.makeGroup("one-more")
        let refusal = try await fault { try await fixture.add("alice", to: "one-more") }
        #expect(refusal?.code == .limitExceeded)
        try await fixture.add("alice", to: "group-7")
    }

    @Test func `a pool has ten thousand groups at most`() async throws {
        let fixture = try await PoolFixture.make()
        let now = fixture.gatehouse.clock.now
        try await fixture.anyone.pools.records.store.write { [poolID = fixture.poolID] store in
            for number in 1..<GroupRecord.maximumPerPool {
                try store.insert(GroupRecord(poolID: poolID, name: "\(number)", createdAt: now, modifiedAt: now))
            }
        }
        try await fixture.makeGroup("last")
        #expect(try await fault { try await fixture.makeGroup("one-more") }?.code == .limitExceeded)
        #expect(try await fault { try await fixture.makeGroup("last") }?.code == .groupExists)
        try await fixture.administrator.deleteGroup(DeleteGroupRequest(groupName: "7", userPoolId: fixture.poolID))
        try await fixture.makeGroup("one-more")
    }
}

extension PoolFixture {
    @discardableResult
    func makeGroup(_ name: String, role: String? = nil, precedence: Int? = nil) async throws -> GroupType? {
        try await administrator.createGroup(
            CreateGroupRequest(groupName: name, userPoolId: poolID, roleArn: role, precedence: precedence)
        ).group
    }

    func group(_ name: String) async throws -> GroupType? {
        try await administrator.getGroup(GetGroupRequest(groupName: name, userPoolId: poolID)).group
    }

    func add(_ username: String, to group: String) async throws {
        try await administrator.adminAddUserToGroup(
            AdminAddUserToGroupRequest(userPoolId: poolID, username: username, groupName: group))
    }

    func members(
        _ group: String, limit: Int? = nil, token: String? = nil
    ) async throws -> ListUsersInGroupResponse {
        try await administrator.listUsersInGroup(
            ListUsersInGroupRequest(userPoolId: poolID, groupName: group, limit: limit, nextToken: token))
    }

    func groups(of username: String, limit: Int? = nil) async throws -> AdminListGroupsForUserResponse {
        try await administrator.adminListGroupsForUser(
            AdminListGroupsForUserRequest(username: username, userPoolId: poolID, limit: limit))
    }
}
