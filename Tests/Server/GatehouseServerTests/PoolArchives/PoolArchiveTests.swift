// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseCrypto
import GatehouseProjects
import GatehouseServerCrypto
import GatehouseSignIn
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@testable import GatehouseServer

/// Sealed copies of user pools, and user pools that are restored from them.
@Suite(.hangLimit) struct PoolArchiveTests {
    private static let region = "us-east-1"

    private let folder: TemporaryFolder
    private let gatehouse: TestGatehouse
    private let pool: TestPool

    init() async throws {
        folder = try TemporaryFolder()
        gatehouse = try await TestGatehouse(poolArchives: PoolArchiveFolder(dataDirectory: folder.path))
        pool = try await gatehouse.pool
    }

    private func archiver(_ server: TestGatehouse? = nil) -> PoolArchiver {
        (server ?? gatehouse).installation.poolArchiver
    }

    private func fixture(_ server: TestGatehouse? = nil) -> PoolFixture {
        PoolFixture(gatehouse: server ?? gatehouse, poolID: pool.id, client: (id: pool.client.id, secret: nil))
    }

    private func archive(_ server: TestGatehouse? = nil) async throws -> ArchivedPool {
        try await archiver(server).archive(pool.id, inRegion: Self.region).get()
    }

    private func delete() async throws {
        _ = try await fixture().administrator.deleteUserPool(DeleteUserPoolRequest(userPoolId: pool.id))
    }

    private func restore(_ name: String, _ server: TestGatehouse? = nil) async throws -> Int {
        try await PoolRestoration(name).restore(with: archiver(server).parts).users
    }

    private func refusal(_ name: String, _ server: TestGatehouse? = nil) async -> StartupRefusal? {
        await #expect(throws: StartupRefusal.self) { _ = try await restore(name, server) }
    }

    private func path(_ copy: ArchivedPool) -> String { folder.path("pool-archives/\(copy.name)") }

    private var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path("pool-archives"))) ?? []).sorted()
    }

    private var poolExists: Bool {
        get async throws {
            try await archiver().parts.database.read { [pool] reader in try reader.hasUserPool(pool.id) }
        }
    }

    @Test func `users of a restored pool sign in with their passwords and authenticator apps`() async throws {
        try await gatehouse.makeUser("alice", .withTOTP)
        try await gatehouse.makeUser("bob")
        try await gatehouse.addToGroup("bob", "staff", inPool: pool.id)
        let old = try await fixture().tokens("bob")
        let copy = try await archive()
        #expect(copy.users == 2 && copy.command.contains("gatehouse restore-pool \(copy.name) --data-dir "))
        try await delete()
        #expect(try await fault { _ = try await fixture().signInWithPassword("bob") } != nil)

        #expect(try await restore(copy.name) == 2)
        let begun = try await fixture().signInWithPassword("alice")
        #expect(begun.challengeName == .softwareTokenMfa)
        let done = try await fixture().anyone.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: pool.client.id, challengeName: .softwareTokenMfa, session: begun.session,
                challengeResponses: [
                    "USERNAME": "alice", "SOFTWARE_TOKEN_MFA_CODE": try await gatehouse.totpCode(for: "alice"),
                ]))
        #expect(done.authenticationResult?.idToken != nil)
        let tokens = try await fixture().tokens("bob")
        #expect(tokens.idToken != nil)
        let groups = try await fixture().administrator.adminListGroupsForUser(
            AdminListGroupsForUserRequest(username: "bob", userPoolId: pool.id))
        #expect(groups.groups?.map(\.groupName) == ["staff"])
        // Sessions are no part of the copy.
        #expect(
            try await fault {
                _ = try await fixture().anyone.getUser(GetUserRequest(accessToken: old.accessToken ?? ""))
            } != nil)
    }

    @Test func `a pool has 20 copies at most, and the refusal names the oldest`() async throws {
        let first = try await archive()
        for number in 1..<20 {
            try Data().write(
                to: URL(filePath: folder.path("pool-archives/\(pool.id)-20990101T0000\(10 + number)Z.pool")))
        }
        // A copy of another pool, and a file that is not complete, do not count.
        try Data().write(to: URL(filePath: folder.path("pool-archives/\(pool.id)2-20990101T000000Z.pool")))
        let before = files
        let refused = try await fault { _ = try await archive() }
        #expect(refused?.code == .archiveFailed)
        #expect(refused?.message.contains("20 copies") == true && refused?.message.contains(first.name) == true)
        #expect(files == before)
        try FileManager.default.removeItem(atPath: path(first))
        _ = try await archive()
    }

    @Test func `no copy is made that would leave the database too little space`() async throws {
        let full = try await TestGatehouse(
            poolArchives: PoolArchiveFolder(dataDirectory: folder.path, reserve: .max))
        let other = try await full.pool.id
        let refused = try await fault {
            _ = try await full.installation.poolArchiver.archive(other, inRegion: Self.region).get()
        }
        #expect(refused?.code == .archiveFailed && refused?.message.contains("Make space on the disk") == true)
        #expect(files.isEmpty)
        #expect(try #require(SpaceProbe(folder: folder.path).free) > 0)
        #expect(SpaceProbe(folder: folder.path("gone")).free == nil)
    }

    @Test func `a user of a restored pool signs in with a passkey`() async throws {
        let policy = UserPoolPolicyType(
            signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .webAuthn]))
        let fixture = try await PoolFixture.make(
            pool: CreateUserPoolRequest(poolName: "passkeys", policies: policy), on: gatehouse
        ) { $0.explicitAuthFlows = [.allowUserPasswordAuth, .allowUserAuth, .allowRefreshTokenAuth] }
        try await fixture.makeUser()
        let token = try await fixture.accessToken()
        var authenticator = TestAuthenticator()
        let creation = try await fixture.anyone.startWebAuthnRegistration(
            StartWebAuthnRegistrationRequest(accessToken: token)
        ).credentialCreationOptions
        _ = try await fixture.anyone.completeWebAuthnRegistration(
            CompleteWebAuthnRegistrationRequest(
                accessToken: token, credential: try authenticator.register(options: creation)))
        let copy = try await archiver().archive(fixture.poolID, inRegion: Self.region).get()
        _ = try await fixture.administrator.deleteUserPool(DeleteUserPoolRequest(userPoolId: fixture.poolID))
        #expect(try await restore(copy.name) == 1)

        let begun = try await fixture.anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userAuth, authParameters: ["USERNAME": "alice", "PREFERRED_CHALLENGE": "WEB_AUTHN"],
                clientId: fixture.client.id))
        let options = try #require(begun.challengeParameters?["CREDENTIAL_REQUEST_OPTIONS"])
        let done = try await fixture.anyone.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: fixture.client.id, challengeName: .webAuthn, session: begun.session,
                challengeResponses: [
                    "USERNAME": "alice", "CREDENTIAL": try authenticator.authenticate(options: options),
                ]))
        #expect(done.authenticationResult?.idToken != nil)
    }

    @Test func `the file is readable for its owner alone, and shows nothing of the pool`() async throws {
        try await gatehouse.makeUser("alice")
        let copy = try await archive()
        let attributes = try FileManager.default.attributesOfItem(atPath: path(copy))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let folderAttributes = try FileManager.default.attributesOfItem(atPath: folder.path("pool-archives"))
        #expect(folderAttributes[.posixPermissions] as? Int == 0o700)
        let content = try Data(contentsOf: URL(fileURLWithPath: path(copy)))
        #expect(content.range(of: Data("alice".utf8)) == nil)
        #expect(content.range(of: Data(pool.client.id.utf8)) == nil)
        #expect(copy.name == "\(pool.id)-20260101T000000Z.pool")
    }

    @Test func `copies of the same second have different names, and incomplete files of others are removed`()
        async throws
    {
        let first = try await archive()
        let old = folder.path("pool-archives/\(pool.id)-20200101T000000Z.pool.new")
        let fresh = folder.path("pool-archives/\(pool.id)-20200102T000000Z.pool.new")
        for (path, age) in [(old, 90_000), (fresh, 80_000)] as [(String, TimeInterval)] {
            try Data("part".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes(
                [.modificationDate: gatehouse.clock.now.addingTimeInterval(-age)], ofItemAtPath: path)
        }
        let second = try await archive()
        #expect(second.name == "\(pool.id)-20260101T000000Z-2.pool")
        #expect(Set(files) == [first.name, second.name, (fresh as NSString).lastPathComponent])
    }

    @Test func `an unknown pool is not found, and another region's neither`() async throws {
        for (id, region) in [
            ("us-east-1_Unknown", "us-east-1"), (pool.id, "eu-west-1"), ("us-east-1_../a", "us-east-1"),
        ] {
            let answer = await archiver().archive(id, inRegion: region)
            #expect(throws: ServiceFault.noSuchUserPool(id)) { try answer.get() }
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("pool-archives")))
    }

    @Test func `a file that cannot be written is a fault that names the cure`() async throws {
        try Data().write(to: URL(fileURLWithPath: folder.path("pool-archives")))
        let answer = await archiver().archive(pool.id, inRegion: Self.region)
        guard case .failure(let fault) = answer else {
            Issue.record("The copy was written.")
            return
        }
        #expect(fault.code == "ArchiveFailedException")
        #expect(fault.message.contains("Move the file away") && fault.message.contains("Nothing was changed"))
        let withoutFolder = try await TestGatehouse().installation.poolArchiver.archive(pool.id, inRegion: Self.region)
        guard case .failure(let missing) = withoutFolder else {
            Issue.record("A copy was written without a folder.")
            return
        }
        #expect(missing.code == "ArchiveFailedException")
    }

    @Test func `a pool that exists is not replaced`() async throws {
        let copy = try await archive()
        let refused = await refusal(copy.name)
        #expect(refused?.exitCode == .unavailable)
        #expect(refused?.description.contains("User pool \(pool.id) exists") == true)
    }

    @Test func `a domain that another pool has since taken is named, and nothing is restored`() async throws {
        let admin = fixture().administrator
        _ = try await admin.createUserPoolDomain(
            CreateUserPoolDomainRequest(domain: "shop", userPoolId: pool.id))
        let copy = try await archive()
        _ = try await admin.deleteUserPoolDomain(DeleteUserPoolDomainRequest(domain: "shop", userPoolId: pool.id))
        try await delete()
        let other = try await gatehouse.makeUserPool(name: "other")
        _ = try await admin.createUserPoolDomain(CreateUserPoolDomainRequest(domain: "shop", userPoolId: other))
        let refused = await refusal(copy.name)
        #expect(refused?.description.contains("The domain shop is used by user pool \(other)") == true)
        #expect(try await !poolExists)
        _ = try await admin.deleteUserPoolDomain(DeleteUserPoolDomainRequest(domain: "shop", userPoolId: other))
        #expect(try await restore(copy.name) == 0)
        #expect(try await poolExists)
    }

    @Test func `a file that was cut, extended or changed at any place is refused`() async throws {
        try await gatehouse.makeUser("alice")
        let copy = try await archive()
        try await delete()
        let content = try Data(contentsOf: URL(fileURLWithPath: path(copy)))
        let start = "gatehouse user pool 1 \(copy.name)\n".utf8.count
        var damaged = [content + Data([0]), content.prefix(start), content.prefix(start + 3)]
        for place in stride(from: start, to: content.count, by: content.count / 40) {
            var changed = content
            changed[place] ^= 1
            damaged += [changed, content.prefix(place)]
        }
        for bytes in damaged {
            try Data(bytes).write(to: URL(fileURLWithPath: path(copy)))
            #expect(await refusal(copy.name) != nil)
        }
        #expect(try await !poolExists)
        try content.write(to: URL(fileURLWithPath: path(copy)))
        #expect(try await restore(path(copy)) == 1)
    }

    @Test func `files that are missing, renamed or foreign are named with the cure`() async throws {
        let copy = try await archive()
        #expect(await refusal("missing.pool")?.description.contains("There is no file") == true)
        let other = folder.path("other.pool")
        try FileManager.default.copyItem(atPath: path(copy), toPath: other)
        #expect(await refusal(other)?.description.contains("give it its name \(copy.name) again") == true)
        try Data("something else, which is long enough".utf8).write(to: URL(fileURLWithPath: other))
        #expect(await refusal(other)?.description.contains("is not the copy of a user pool") == true)
    }

    @Test func `a copy under an old master key needs its line, and its values are then sealed under the new key`()
        async throws
    {
        try await gatehouse.makeUser("alice", .withTOTP)
        let copy = try await archive()
        let rotated = try gatehouse.addingMasterKey()
        try await rotated.reseal()
        try await delete()
        let alone = try rotated.forgettingOldMasterKeys()
        let refused = await refusal(copy.name, alone)
        #expect(refused?.exitCode == .configuration)
        #expect(refused?.description.contains("the master key test, which is missing") == true)

        #expect(try await restore(copy.name, rotated) == 1)
        #expect(try await rotated.reseal().resealed == 0)
        let begun = try await fixture(alone).signInWithPassword("alice")
        #expect(begun.challengeName == .softwareTokenMfa)
    }

    @Test func `a copy is sealed under the current key, with values under older ones`() async throws {
        try await gatehouse.makeUser("alice")
        let rotated = try gatehouse.addingMasterKey()
        let copy = try await archive(rotated)
        try await delete()
        let alone = try rotated.forgettingOldMasterKeys()
        #expect(try await restore(copy.name, alone) == 1)
        #expect(try await fixture(alone).tokens("alice").idToken != nil)
    }
}
