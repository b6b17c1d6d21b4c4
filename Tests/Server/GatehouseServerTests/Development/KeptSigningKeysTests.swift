// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import Logging
import Testing

/// The file that keeps the signing keys of `gatehouse dev` for the next start in another folder.
@Suite struct KeptSigningKeysTests {
    private static func keyIDs(_ dev: DevelopmentFolder, ofPool id: String? = nil) async throws -> [String] {
        let pool = id ?? dev.development.resources.userPoolID
        return try await dev.process.installation.userPools.records.read { store in
            try store.signingKeys(ofPool: pool).map(\.id)
        }
    }

    @Test func `a start in another folder signs with the keys of the file, and makes none`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("keys.json")
        let first = try await Self.keyIDs(try await DevelopmentFolder([.signingKeys: file]))
        let content = try Data(contentsOf: URL(fileURLWithPath: file))
        #expect(first.count == 2 && first.allSatisfy { $0.hasPrefix(SigningKeyRecord.keptPrefix) })
        let permissions = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(permissions == 0o600)
        let second = try await Self.keyIDs(try await DevelopmentFolder([.signingKeys: file]))
        #expect(Set(second) == Set(first))
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == content)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["keys.json"])
    }

    @Test func `a seed with more pools adds the keys that the file lacks`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("keys.json")
        let first = try await Self.keyIDs(try await DevelopmentFolder([.signingKeys: file]))
        let seed = #"{"userPools": [{"id": "us-east-1_Seeded001", "name": "seeded"}]}"#
        let seeded = try await DevelopmentFolder([.signingKeys: file], seed: seed)
        #expect(Set(try await Self.keyIDs(seeded)) == Set(first))
        let others = try await Self.keyIDs(seeded, ofPool: "us-east-1_Seeded001")
        #expect(others.allSatisfy { $0.hasPrefix(SigningKeyRecord.keptPrefix) })
        let again = try await DevelopmentFolder([.signingKeys: file], seed: seed)
        #expect(Set(try await Self.keyIDs(again, ofPool: "us-east-1_Seeded001")) == Set(others))
    }

    @Test func `a pool that a caller creates has keys that no file has`() async throws {
        let folder = try TemporaryFolder()
        let dev = try await DevelopmentFolder([.signingKeys: folder.path("keys.json")])
        let created = try await dev.pools.createUserPool(CreateUserPoolRequest(poolName: "another"))
        let pool: String = try #require(created.userPool?.id)
        let ids = try await Self.keyIDs(dev, ofPool: pool)
        #expect(ids.count == 2 && !ids.contains { $0.hasPrefix(SigningKeyRecord.keptPrefix) })
    }

    @Test(arguments: [0o640, 0o604, 0o660])
    func `a file that others can read is refused, with the command that corrects it`(mode: Int) async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("keys.json")
        _ = try await DevelopmentFolder([.signingKeys: file])
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        let refusal = await #expect(throws: StartupRefusal.self) {
            _ = try await DevelopmentFolder([.signingKeys: file])
        }
        #expect(refusal?.description.contains("chmod 600 \(file)") == true)
    }

    @Test(arguments: ["", "{}", #"{"signingKeys": ["AAAA"]}"#, #"{"signingKeys": [1]}"#])
    func `a file without keys is refused and stays`(text: String) async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("keys.json")
        #expect(
            FileManager.default.createFile(
                atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
        let refusal = await #expect(throws: StartupRefusal.self) {
            _ = try await DevelopmentFolder([.signingKeys: file])
        }
        #expect(refusal?.description.contains("correct GATEHOUSE_SIGNING_KEYS") == true)
        // The file may be another one, such as that of the master key.
        #expect(refusal?.description.contains("move the file away") == true)
        #expect(refusal?.description.contains("remove") == false)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    }

    @Test func `a file that cannot be written does not prevent the start`() async throws {
        let folder = try TemporaryFolder()
        let dev = try await DevelopmentFolder([.signingKeys: folder.path("missing/keys.json")])
        #expect(try await Self.keyIDs(dev).count == 2)
    }

    @Test func `a server for production refuses a database with such keys until they are replaced`() async throws {
        let folder = try TemporaryFolder()
        let dev = try await DevelopmentFolder([.signingKeys: folder.path("keys.json")])
        let pool = dev.development.resources.userPoolID
        let refusal = await #expect(throws: StartupRefusal.self) { try await dev.process.requireOwnSigningKeys() }
        #expect(refusal?.description.contains(pool) == true)
        #expect(refusal?.description.contains("rotate-keys --discard-old") == true)
        // The old keys still verify until they are discarded.
        try await dev.process.installation.userPools.keyRotation.rotateSigningKeys(ofPool: pool)
        await #expect(throws: StartupRefusal.self) { try await dev.process.requireOwnSigningKeys() }
        try await dev.process.installation.userPools.keyRotation.rotateSigningKeys(ofPool: pool, discardingOld: true)
        try await dev.process.requireOwnSigningKeys()
    }
}
