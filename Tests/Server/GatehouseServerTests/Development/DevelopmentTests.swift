// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseDevelopmentPages
import GatehouseGateway
import GatehouseOutbound
import GatehouseSQLite
import GatehouseServer
import GatehouseSignIn
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
        #expect(first.numberOfUsers == 1 && first.clients.map(\.id).contains(overview.first.clientID))
        #expect(first.users.map(\.username) == ["ada"] && first.users.map(\.email) == ["ada@example.org"])
        #expect(overview.messages.map(\.code) == ["7", "6", "5", "4", "3"])
    }

    @Test func `the overview has the domain of the first pool and the login page of its client`() async throws {
        let dev = try await DevelopmentFolder([.port: "9444"])
        let page = try #require(try await dev.development.loginPage())
        let client = try #require(dev.development.resources.pageClientID)
        let base = "http://localhost:9444"
        #expect(
            page == "\(base)/domains/gatehouse-dev/login?client_id=\(client)&response_type=code"
                + "&redirect_uri=http%3A%2F%2Flocalhost%3A9444%2Fdev%2Fsigned-in&state=\(client)")
        let first = try #require(try await dev.development.overview().pools.first)
        #expect(first.domains == ["\(base)/domains/gatehouse-dev"])
        #expect(first.clients.compactMap(\.loginPage) == [page])
        let query = String(page.drop { $0 != "?" }.dropFirst())
        let login = await dev.answer(TestRequest(path: "/domains/gatehouse-dev/login", query: query))
        #expect(login.status == 200)
        #expect(login.text.contains("<p class=\"name\">gatehouse-dev-pages</p>"))
        #expect(login.text.contains(" – gatehouse-dev-pages</title>"))
        #expect(try await dev.development.domain(ofClient: client) == "gatehouse-dev")
        #expect(try await dev.development.domain(ofClient: "none") == nil)
    }

    @Test func `a folder of an earlier release gets a domain and a client for the pages`() async throws {
        let dev = try await DevelopmentFolder()
        let first = dev.development.resources
        _ = try await dev.pools.deleteUserPoolDomain(
            DeleteUserPoolDomainRequest(domain: "gatehouse-dev", userPoolId: first.userPoolID))
        _ = try await dev.pools.deleteUserPoolClient(
            DeleteUserPoolClientRequest(userPoolId: first.userPoolID, clientId: first.pageClientID ?? ""))
        let another = try await dev.pools.createUserPool(CreateUserPoolRequest(poolName: "another")).userPool?.id ?? ""
        _ = try await dev.pools.createUserPoolDomain(
            CreateUserPoolDomainRequest(domain: "gatehouse-dev", userPoolId: another))
        let record = """
            {"userPoolID": "\(first.userPoolID)", "userPoolClientID": "\(first.userPoolClientID)",
             "identityPoolID": "\(first.identityPoolID)"}
            """
        try Data(record.utf8).write(to: URL(fileURLWithPath: dev.path("dev.json")))
        try await dev.restart()
        let next = dev.development.resources
        #expect(next.userPoolID == first.userPoolID && next.userPoolClientID == first.userPoolClientID)
        #expect(next.pageClientID != nil && next.pageClientID != first.pageClientID)
        let pool = try await dev.pools.describeUserPool(DescribeUserPoolRequest(userPoolId: first.userPoolID)).userPool
        #expect(pool?.domain == "gatehouse-dev-" + first.userPoolID.split(separator: "_")[1].lowercased())
    }

    @Test func `files that dev wrote follow the base URL, and files that a developer has changed stay`() async throws {
        let dev = try await DevelopmentFolder()
        let folder = URL(fileURLWithPath: dev.path(""), isDirectory: true)
        let files = try await dev.development.writeFiles(in: folder)
        #expect(files.count == 6 && files.allSatisfy { $0.notice == nil })
        let pages = try String(contentsOfFile: dev.path("pages/amplify_outputs.json"), encoding: .utf8)
        #expect(pages.contains("http://localhost:9229/domains/gatehouse-dev"))
        let changed = dev.path("amplifyconfiguration.json")
        let text = try String(contentsOfFile: changed, encoding: .utf8) + "\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: changed))
        try await dev.restart([.port: "9333"])
        let later = try await dev.development.writeFiles(in: folder)
        #expect(later.filter { $0.notice != nil }.map(\.path) == [changed])
        #expect(try String(contentsOfFile: changed, encoding: .utf8) == text)
        for name in ["amplify_outputs.json", "awsconfiguration.json", "pages/amplify_outputs.json"] {
            let text = try String(contentsOfFile: dev.path(name), encoding: .utf8)
            #expect(text.contains("http://localhost:9333") && !text.contains("9229"), "\(name)")
        }
    }

    @Test func `the first client allows sign-ins of administrators with a password`() async throws {
        let dev = try await DevelopmentFolder()
        let first = dev.development.resources
        let user = AdminSetUserPasswordRequest(
            userPoolId: first.userPoolID, username: "ada", password: "Correct-Horse-7!", permanent: true)
        _ = try await dev.pools.adminCreateUser(
            AdminCreateUserRequest(userPoolId: first.userPoolID, username: "ada", messageAction: .suppress))
        _ = try await dev.pools.adminSetUserPassword(user)
        let answer = try await dev.pools.adminInitiateAuth(
            AdminInitiateAuthRequest(
                userPoolId: first.userPoolID, clientId: first.userPoolClientID, authFlow: .adminUserPasswordAuth,
                authParameters: ["USERNAME": "ada", "PASSWORD": "Correct-Horse-7!"]))
        #expect(answer.authenticationResult?.accessToken != nil)
    }

    @Test func `a database that fails is not an overview without pools`() async throws {
        let dev = try await DevelopmentFolder()
        let database = try SQLiteDatabase(path: dev.path("gatehouse.sqlite"))
        try await database.write { connection in try connection.execute("ALTER TABLE users RENAME TO hidden_users") }
        try database.close()
        await #expect(throws: ServiceFault.self) { try await dev.development.overview() }
    }

    @Test func `a start does not omit the files of a client for the pages that cannot be read`() async throws {
        let dev = try await DevelopmentFolder()
        let client = try #require(dev.development.resources.pageClientID)
        let database = try SQLiteDatabase(path: dev.path("gatehouse.sqlite"))
        try await database.write { connection in
            try connection.execute(
                "UPDATE app_clients SET description = \("{"), revision = revision + 1 WHERE id = \(client)")
        }
        try database.close()
        let folder = URL(fileURLWithPath: dev.path(""), isDirectory: true)
        let files = await #expect(throws: StartupRefusal.self) { try await dev.development.writeFiles(in: folder) }
        let page = await #expect(throws: StartupRefusal.self) { try await dev.development.loginPage() }
        #expect(files?.description.hasPrefix("The client for the pages cannot be read: ") == true)
        #expect(page?.description == files?.description)
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
