// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseGateway
import GatehouseOutbound
import GatehouseSQLite
import GatehouseServer
import GatehouseStorage
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct DevelopmentTests {
    private static func message(_ code: String) -> Message {
        Message(
            to: "ada@example.org", medium: .email, kind: .signUp, code: code, subject: "Code", body: code,
            at: Date(timeIntervalSince1970: 0))
    }

    @Test func `the first pool shows what there is`() async throws {
        let dev = try await DevelopmentFolder()
        let id = dev.development.resources.userPoolID
        let pool = try #require(
            try await dev.pools.describeUserPool(DescribeUserPoolRequest(userPoolId: id)).userPool)
        #expect(pool.aliasAttributes == [.email] && pool.autoVerifiedAttributes == [.email])
        #expect(pool.schemaAttributes?.first { $0.name == "email" }?.required == true)
        #expect(pool.deviceConfiguration?.deviceOnlyRememberedOnUserPrompt == true)
        #expect(pool.policies?.signInPolicy?.allowedFirstAuthFactors?.contains(.webAuthn) == true)
        let factors = try await dev.pools.getUserPoolMfaConfig(GetUserPoolMfaConfigRequest(userPoolId: id))
        #expect(factors.mfaConfiguration == .optional)
        #expect(factors.softwareTokenMfaConfiguration?.enabled == true)
    }

    @Test func `a reset puts everything back to the first start and keeps the ids`() async throws {
        let dev = try await DevelopmentFolder()
        let before = dev.development.resources
        let id = before.userPoolID
        _ = try await dev.pools.adminCreateUser(
            AdminCreateUserRequest(userPoolId: id, username: "ada", messageAction: .suppress))
        _ = try await dev.pools.createUserPool(CreateUserPoolRequest(poolName: "another"))
        _ = try await dev.pools.updateUserPool(UpdateUserPoolRequest(userPoolId: id, poolName: "changed"))
        dev.process.installation.outbox?.keep(Self.message("123456"))
        #expect(try await dev.development.reset())
        #expect(try await dev.process.installation.userPools.records.poolIDs() == [id])
        let pool = try await dev.pools.describeUserPool(DescribeUserPoolRequest(userPoolId: id)).userPool
        #expect(pool?.name == "gatehouse-dev" && pool?.estimatedNumberOfUsers == 0)
        #expect(dev.process.installation.outbox?.messages() == [])
        let client = DescribeUserPoolClientRequest(userPoolId: id, clientId: before.userPoolClientID)
        #expect(try await dev.pools.describeUserPoolClient(client).userPoolClient?.clientId == before.userPoolClientID)
        try await dev.restart()
        #expect(dev.development.resources == before)
    }

    /// Where the process of a reset ends.
    enum ResetEnd: CaseIterable {
        case beforeRemoval
        case afterRemoval
        case afterPool
    }

    @Test(arguments: ResetEnd.allCases)
    func `the next start finishes a reset whose process ended midway and keeps the ids`(_ end: ResetEnd) async throws {
        struct Killed: Error {}
        let dev = try await DevelopmentFolder()
        let before = dev.development.resources
        let id = before.userPoolID
        _ = try await dev.pools.adminCreateUser(
            AdminCreateUserRequest(userPoolId: id, username: "ada", messageAction: .suppress))
        dev.process.installation.outbox?.keep(Self.message("123456"))
        let database = try SQLiteDatabase(path: dev.path("gatehouse.sqlite"))
        let pools = dev.pools
        let killed = try await Development(
            dev.process.installation, folder: URL(fileURLWithPath: dev.path(""), isDirectory: true), seed: nil,
            administrator: nil
        ) {
            if end != .beforeRemoval { try await database.removeEverything() }
            if end == .afterPool {
                _ = try await pools.createUserPool(CreateUserPoolRequest(poolName: "half"), id: id)
            }
            throw Killed()
        }
        await #expect(throws: Killed.self) { try await killed.reset() }
        try database.close()
        for _ in 1...2 {
            try await dev.restart()
            #expect(dev.development.resources == before)
            #expect(try await dev.process.installation.userPools.records.poolIDs() == [id])
            let pool = try await dev.pools.describeUserPool(DescribeUserPoolRequest(userPoolId: id)).userPool
            #expect(pool?.name == "gatehouse-dev")
            let client = DescribeUserPoolClientRequest(userPoolId: id, clientId: before.userPoolClientID)
            #expect(try await dev.pools.describeUserPoolClient(client).userPoolClient?.clientName == "gatehouse-dev")
        }
        let pool = try await dev.pools.describeUserPool(DescribeUserPoolRequest(userPoolId: id)).userPool
        #expect(pool?.estimatedNumberOfUsers == 0)
        #expect(dev.process.installation.outbox?.messages() == [])
    }

    @Test func `users of a server stay that starts again after a whole reset`() async throws {
        let dev = try await DevelopmentFolder()
        let id = dev.development.resources.userPoolID
        #expect(try await dev.development.reset())
        _ = try await dev.pools.adminCreateUser(
            AdminCreateUserRequest(userPoolId: id, username: "ada", messageAction: .suppress))
        try await dev.restart()
        let pool = try await dev.pools.describeUserPool(DescribeUserPoolRequest(userPoolId: id)).userPool
        #expect(pool?.estimatedNumberOfUsers == 1)
    }

    @Test func `the overview shows pools, clients, users and messages`() async throws {
        let dev = try await DevelopmentFolder()
        let id = dev.development.resources.userPoolID
        _ = try await dev.pools.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: id, username: "ada",
                userAttributes: [AttributeType(name: "email", value: "ada@example.org")], messageAction: .suppress))
        let other = try await dev.pools.createUserPool(CreateUserPoolRequest(poolName: "another")).userPool?.id
        for number in 1...7 { dev.process.installation.outbox?.keep(Self.message("\(number)")) }
        let overview = try await dev.development.overview()
        #expect(overview.pools.map(\.id) == [id, other])
        let first = try #require(overview.pools.first)
        #expect(first.numberOfUsers == 1 && first.clients.map(\.id) == [overview.first.clientID])
        #expect(first.users.map(\.username) == ["ada"] && first.users.map(\.email) == ["ada@example.org"])
        #expect(overview.messages.map(\.code) == ["7", "6", "5", "4", "3"])
    }

    @Test func `a database that fails is not an overview without pools`() async throws {
        let dev = try await DevelopmentFolder()
        let database = try SQLiteDatabase(path: dev.path("gatehouse.sqlite"))
        try await database.write { connection in try connection.execute("ALTER TABLE users RENAME TO hidden_users") }
        try database.close()
        await #expect(throws: ServiceFault.self) { try await dev.development.overview() }
    }

    @Test func `the overview says where the metrics answer and whether its pages need a key`() async throws {
        let plain = try await DevelopmentFolder([.adminAccessKeyID: "AKIAADMIN", .adminSecretAccessKey: "secret"])
        let overview = try await plain.development.overview()
        #expect(overview.showsMetrics && !overview.needsKey)
        let remote = try await DevelopmentFolder([.allowRemote: "true", .host: "0.0.0.0", .metricsPort: "9300"])
        let other = try await remote.development.overview()
        #expect(!other.showsMetrics && other.needsKey)
    }

    @Test func `the outbox survives a restart, sealed`() async throws {
        let dev = try await DevelopmentFolder()
        for code in ["first-code", "second-code"] { dev.process.installation.outbox?.keep(Self.message(code)) }
        let file = dev.path("outbox.sealed")
        #expect(try !String(contentsOfFile: file, encoding: .utf8).contains("code"))
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        try await dev.restart()
        let outbox = try #require(dev.process.installation.outbox)
        #expect(outbox.messages().map(\.code) == ["second-code", "first-code"])
        outbox.keep(Self.message("third"))
        outbox.removeAll()
        outbox.keep(Self.message("fourth"))
        try await dev.restart()
        #expect(dev.process.installation.outbox?.messages().map(\.code) == ["fourth"])
    }

    @Test func `a line of the outbox that was cut off costs that message alone`() async throws {
        let dev = try await DevelopmentFolder()
        for code in ["1", "2", "3"] { dev.process.installation.outbox?.keep(Self.message(code)) }
        let file = URL(fileURLWithPath: dev.path("outbox.sealed"))
        var lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        lines[1] = String(lines[1].dropLast(20))
        lines[2] = "nonsense"
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
        try await dev.restart()
        #expect(dev.process.installation.outbox?.messages().map(\.code) == ["1"])
        dev.process.installation.outbox?.keep(Self.message("4"))
        try await dev.restart()
        #expect(dev.process.installation.outbox?.messages().map(\.code) == ["4", "1"])
    }

    @Test func `the file of an outbox is shortened at twice the capacity and keeps the newest messages`() async throws {
        let dev = try await DevelopmentFolder()
        let outbox = try #require(dev.process.installation.outbox)
        let file = dev.path("outbox.sealed")
        for number in 1...2 * Outbox.usualCapacity { outbox.keep(Self.message("\(number)")) }
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == Outbox.usualCapacity)
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        outbox.keep(Self.message("last"))
        let kept = outbox.messages().map(\.code)
        try await dev.restart()
        #expect(dev.process.installation.outbox?.messages().map(\.code) == kept)
    }

    @Test func `an outbox's file that cannot be read stays as it is`() async throws {
        let dev = try await DevelopmentFolder()
        let file = dev.path("outbox.sealed")
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        try await dev.restart()
        #expect(dev.process.installation.outbox?.messages() == [])
        dev.process.installation.outbox?.keep(Self.message("1"))
        #expect(dev.process.installation.outbox?.messages().map(\.code) == ["1"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: file).isEmpty)
    }

    @Test func `a server that other machines reach has a key, which its next start keeps`() async throws {
        let dev = try await DevelopmentFolder([.allowRemote: "true", .host: "0.0.0.0"])
        let key = try #require(dev.process.developerKey)
        #expect(key.count == 40)
        #expect(dev.process.administrationKey?.secretAccessKey == key)
        let attributes = try FileManager.default.attributesOfItem(atPath: dev.path("dev.key"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        try await dev.restart()
        #expect(dev.process.developerKey == key)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: dev.path("dev.key"))
        let refusal = await #expect(throws: StartupRefusal.self) { try await dev.restart() }
        #expect(refusal?.description.contains("chmod 600") == true)
    }
}
