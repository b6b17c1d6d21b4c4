// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseGateway
import GatehouseSQLite
import GatehouseServer
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Logging
import Testing

@Suite struct ServerProcessTests {
    private func process(
        in path: String, mode: RunMode = .dev, environment: [String: String] = [:]
    ) async throws -> ServerProcess {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return try await ServerProcess(
            try ServerConfiguration.read(
                mode: mode, commandLine: [.dataDirectory: path], environment: environment),
            logger: logger, metrics: PrometheusMetrics()
        )
    }

    private func write(
        _ resources: DevelopmentResources, of process: ServerProcess, in folder: TemporaryFolder
    ) async throws -> [DevelopmentFiles.File] {
        let configurations = try await ClientConfigurations.read(
            userPool: resources.userPoolID, client: resources.userPoolClientID,
            identityPool: resources.identityPoolID, from: process.installation)
        return try DevelopmentFiles.write(configurations, in: folder.url)
    }

    @Test func `the first start makes resources and files, later ones keep them`() async throws {
        let folder = try TemporaryFolder()
        let first = try await process(in: folder.path)
        let resources = try await FirstStart(first.installation, folder: folder.url).resources()
        let files = try await write(resources, of: first, in: folder)
        #expect(
            files.map { URL(fileURLWithPath: $0.path).lastPathComponent }
                == ["amplify_outputs.json", "amplifyconfiguration.json", "awsconfiguration.json"]
        )
        try Data("mine".utf8).write(to: URL(fileURLWithPath: files[0].path))
        try first.close()
        let second = try await process(in: folder.path)
        #expect(try await FirstStart(second.installation, folder: folder.url).resources() == resources)
        let later = try await write(resources, of: second, in: folder)
        #expect(later.map { $0.notice == nil } == [false, true, true])
        #expect(try String(contentsOfFile: files[0].path, encoding: .utf8) == "mine")
    }

    @Test(arguments: ["", "{", "\u{0}", #"{"userPoolID":1}"#])
    func `a record of the first start that cannot be read is named, and no second pool is made`(
        record: String
    ) async throws {
        let folder = try TemporaryFolder()
        let server = try await process(in: folder.path)
        _ = try await FirstStart(server.installation, folder: folder.url).resources()
        let file = folder.url.appendingPathComponent("dev.json")
        try Data(record.utf8).write(to: file)
        let refusal = await #expect(throws: StartupRefusal.self) {
            try await FirstStart(server.installation, folder: folder.url).resources()
        }
        #expect(refusal?.description.contains(file.path) == true)
        #expect(refusal?.description.contains("\n") == false)
        #expect(try Data(contentsOf: file) == Data(record.utf8))
    }

    @Test func `a file for clients that is not text is named and stays unchanged`() async throws {
        let folder = try TemporaryFolder()
        let server = try await process(in: folder.path)
        let resources = try await FirstStart(server.installation, folder: folder.url).resources()
        let file = folder.url.appendingPathComponent("amplify_outputs.json")
        try Data([0xFF, 0xFE, 0x00]).write(to: file)
        let refusal = await #expect(throws: StartupRefusal.self) {
            try await write(resources, of: server, in: folder)
        }
        #expect(refusal?.description.contains(file.path) == true)
        #expect(try Data(contentsOf: file) == Data([0xFF, 0xFE, 0x00]))
    }

    @Test func `keys are rotated beside a server that runs, which notices`() async throws {
        let folder = try TemporaryFolder()
        let server = try await process(in: folder.path)
        let poolID = try await FirstStart(server.installation, folder: folder.url).resources().userPoolID
        func keys() async throws -> Set<String> {
            let keySet = try await server.installation.userPools.discovery.jsonWebKeySet(ofPool: poolID)
            return Set((keySet["keys"]?.arrayValue ?? []).compactMap { $0["kid"]?.stringValue })
        }
        let before = try await keys()
        let rotation = SigningKeyRotation(poolID: nil, discardsOld: false)
        #expect(try await rotation.run(on: process(in: folder.path, mode: .maintenance)) == [poolID])
        let both = try await keys()
        #expect(before.count == 2 && both.count == 4 && both.isSuperset(of: before))
        let discarding = SigningKeyRotation(poolID: poolID, discardsOld: true)
        #expect(try await discarding.run(on: process(in: folder.path, mode: .maintenance)) == [poolID])
        let after = try await keys()
        #expect(after.count == 2 && after.isDisjoint(with: both))
        let refusal = await #expect(throws: StartupRefusal.self) {
            try await SigningKeyRotation(poolID: "us-east-1_None", discardsOld: false)
                .run(on: process(in: folder.path, mode: .maintenance))
        }
        #expect(refusal?.exitCode == .usage)
    }

    @Test func `rotating keys without a database is refused and creates no folder`() async throws {
        let folder = try TemporaryFolder()
        let refusal = await #expect(throws: StartupRefusal.self) {
            try await process(in: folder.path("none"), mode: .maintenance)
        }
        #expect(refusal?.description.contains("--data-dir") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.path("none")))
    }

    @Test func `the files name pool, client, identity pool and endpoint`() async throws {
        let folder = try TemporaryFolder()
        let server = try await process(in: folder.path)
        let resources = try await FirstStart(server.installation, folder: folder.url).resources()
        let files = try await write(resources, of: server, in: folder)
        let contents = try files.map { try WireValue(json: Data(contentsOf: URL(fileURLWithPath: $0.path))) }
        let auth = try #require(contents[0]["auth"])
        #expect(auth["user_pool_id"]?.stringValue == resources.userPoolID)
        #expect(auth["user_pool_client_id"]?.stringValue == resources.userPoolClientID)
        #expect(auth["identity_pool_id"]?.stringValue == resources.identityPoolID)
        #expect(contents[0]["custom"]?["gatehouse"]?["endpoint"] == "http://localhost:9229")
        let plugin = contents[1]["auth"]?["plugins"]?["awsCognitoAuthPlugin"]
        for file in [plugin, contents[2]] {
            let pool = file?["CognitoUserPool"]?["Default"]
            #expect(pool?["PoolId"]?.stringValue == resources.userPoolID)
            #expect(pool?["AppClientId"]?.stringValue == resources.userPoolClientID)
            #expect(pool?["Region"] == "us-east-1")
            let identity = file?["CredentialsProvider"]?["CognitoIdentity"]?["Default"]
            #expect(identity?["PoolId"]?.stringValue == resources.identityPoolID)
            #expect(file?["Auth"]?["Default"]?["Endpoint"] == "http://localhost:9229")
        }
    }

    @Test func `the database and the key can be read by their owner only`() async throws {
        let folder = try TemporaryFolder()
        _ = try await process(in: folder.path("data"))
        for (name, permissions) in [("data", 0o700), ("data/gatehouse.sqlite", 0o600), ("data/master.key", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == permissions, "\(name)")
        }
    }

    @Test func `a folder that cannot be made is refused in one line`() async throws {
        let folder = try TemporaryFolder()
        try Data().write(to: folder.url.appendingPathComponent("file"))
        let refusal = await #expect(throws: StartupRefusal.self) { try await process(in: folder.path("file/data")) }
        #expect(refusal?.exitCode == .cannotCreate)
        #expect(refusal?.description.contains("--data-dir") == true)
    }

    @Test func `a database whose key is gone is refused, and no other key is made`() async throws {
        let folder = try TemporaryFolder()
        try await process(in: folder.path).close()
        try FileManager.default.removeItem(atPath: folder.path("master.key"))
        let refusal = await #expect(throws: StartupRefusal.self) { try await process(in: folder.path) }
        #expect(refusal?.description.contains("put the file back") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.path("master.key")))
    }

    @Test func `a database whose key check is gone takes no other key`() async throws {
        let folder = try TemporaryFolder()
        try await process(in: folder.path).close()
        try FileManager.default.removeItem(atPath: folder.path("master.check"))
        let refusal = await #expect(throws: StartupRefusal.self) { try await process(in: folder.path) }
        #expect(refusal?.description.contains("master.check") == true)
    }

    @Test(arguments: [nil, 0, 3, 20, -1])
    func `a key check that is damaged is named, and not the key`(changing place: Int?) async throws {
        let folder = try TemporaryFolder()
        try await process(in: folder.path).close()
        let file = URL(fileURLWithPath: folder.path("master.check"))
        var bytes = Array(try Data(contentsOf: file))
        let good = bytes
        if let place { bytes[place < 0 ? bytes.count + place : place] ^= 1 } else { bytes = [] }
        try Data(bytes).write(to: file)
        let refusal = await #expect(throws: StartupRefusal.self) { try await process(in: folder.path) }
        #expect(refusal?.exitCode == .configuration)
        #expect(refusal?.description.contains("master.check is damaged") == true)
        #expect(refusal?.description.contains("gatehouse restore FILE --data-dir ANOTHER-FOLDER") == true)
        #expect(refusal?.description.contains("GATEHOUSE_MASTER_KEY") == false)
        try Data(good).write(to: file)
        try await process(in: folder.path).close()
    }

    @Test func `another database's key is refused in one line`() async throws {
        let folder = try TemporaryFolder()
        try await process(in: folder.path).close()
        let other = ["GATEHOUSE_MASTER_KEY": Base64.encode(Entropy.system.bytes(32))]
        let refusal = await #expect(throws: StartupRefusal.self) {
            try await process(in: folder.path, environment: other)
        }
        #expect(refusal?.exitCode == .configuration)
        #expect(refusal?.description.contains("not the one that sealed this database") == true)
    }

    @Test func `a file that is not a database is refused with a backup as the cure`() async throws {
        let folder = try TemporaryFolder()
        try await process(in: folder.path).close()
        try Data(repeating: 7, count: 5_000).write(to: URL(fileURLWithPath: folder.path("gatehouse.sqlite")))
        let refusal = await #expect(throws: StartupRefusal.self) { try await process(in: folder.path) }
        #expect(refusal?.exitCode == .unavailable)
        let cure = "gatehouse restore FILE --replace --data-dir \(folder.path)"
        #expect(refusal?.description.hasSuffix(cure) == true)
    }

    @Test func `a newer database is refused in one line`() async throws {
        let folder = try TemporaryFolder()
        try await process(in: folder.path).close()
        do {
            let database = try SQLiteDatabase(path: folder.path("gatehouse.sqlite"))
            let next = Migration(version: Migrations.all.count + 1, name: "future", statements: [])
            try await Migrator(Migrations.all + [next]).migrate(database)
            try database.close()
        }
        let refusal = await #expect(throws: StartupRefusal.self) { try await process(in: folder.path) }
        #expect(refusal?.exitCode == .configuration)
        #expect(refusal?.description.contains("later one") == true)
        #expect(refusal?.description.contains("\n") == false)
    }

    @Test func `a file that is not a database is refused in one line`() async throws {
        let folder = try TemporaryFolder()
        let source = MasterKeySource.usualFile(folder.path("master.key"))
        _ = try MasterKeys(source, mode: .dev, entropy: .system, of: nil).ring()
        try Data(repeating: 0x41, count: 8_192).write(to: folder.url.appendingPathComponent("gatehouse.sqlite"))
        let refusal = await #expect(throws: StartupRefusal.self) { try await process(in: folder.path) }
        #expect(refusal?.exitCode == .unavailable)
        #expect(refusal?.description.contains("\n") == false)
    }

    @Test func `a development server keeps the signing keys of two pools in stock, and one in production of eight`()
        async throws
    {
        let keys = [
            "GATEHOUSE_ADMIN_ACCESS_KEY_ID": "ADMINISTRATOR",
            "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": "hZ3mC8wQ1rT6yU0iO5pA2sD7fG4jK9lX",
            "GATEHOUSE_MASTER_KEY": Data((0..<32).map { UInt8($0) }).base64EncodedString(),
        ]
        for (mode, count) in [(RunMode.dev, 4), (RunMode.serve, 16)] {
            let folder = try TemporaryFolder()
            let server = try await process(
                in: folder.path("data"), mode: mode, environment: mode == .serve ? keys : [:])
            #expect(server.signingKeys.capacity == count)
            try server.close()
        }
    }
}
