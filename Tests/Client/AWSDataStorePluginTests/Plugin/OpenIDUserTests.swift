// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseCrypto
import GatehouseTestSupport
import Synchronization
import Testing

@testable import AWSDataStorePlugin
@testable import GeneratedModels

/// A device whose OpenID Connect provider gets another user without an event.
@Suite(.hangLimit) struct OpenIDUserTests {
    /// What the service receives: each line has the present user and a record, or the word `sync`.
    private final class Service: Sendable {
        private let lines = Mutex<[String]>([])
        private let news = Relay<String>()

        var all: [String] { lines.withLock { $0 } }

        func add(_ line: String) {
            lines.withLock { $0.append(line) }
            news.send(line)
        }

        /// Waits for a line.
        func wait(for line: String) async {
            while let next = await news.next(), next != line {}
        }
    }

    private struct App {
        let plugin: AWSDataStorePlugin
        let user = OpenIDUser("ada")
        let service = Service()
        private let folder: TemporaryFolder

        /// An app whose service answers all users but Ada, whose changes wait.
        init(_ policy: DataStoreSignOutPolicy) throws {
            folder = try TemporaryFolder()
            let (user, service) = (user, service)
            let api = ScriptedAPI { request in
                let name = user.name ?? "nobody"
                service.add("\(name) \(request.recordID ?? "sync")")
                guard let id = request.recordID else { return .value(SyncQueryResult.page([])) }
                if name == "ada" { return .failure(.networkError("No network")) }
                return .value(MutationSync<AnyModel>.remote(PublicRecord(id: id, content: id), 1))
            }
            var parts = DataStoreParts()
            parts.place = StorePlace(folder: folder.path("store"), name: "test")
            parts.clock = ManualClock().clock
            parts.entropy = .seeded(7)
            parts.models = { [PublicRecord.schema] }
            parts.api = { api }
            parts.hasAuth = { true }
            parts.session = { _ in user.session }
            parts.isSignedOut = { true }
            parts.reports = HubReports { _ in }
            plugin = AWSDataStorePlugin(.custom(signOutPolicy: policy), registering: AmplifyModels(), parts)
            try plugin.configure(using: nil)
        }

        func save(_ id: String) async throws {
            try await plugin.save(PublicRecord(id: id, content: id))
        }

        func keys() async throws -> [String] {
            try await plugin.query(PublicRecord.self).map(\.id).sorted()
        }
    }

    @Test(arguments: DataStoreSignOutPolicy.allCases)
    func `changes of one user are not sent as the next one`(policy: DataStoreSignOutPolicy) async throws {
        let app = try App(policy)
        try await app.save("of Ada")
        await app.service.wait(for: "ada of Ada")
        app.user.signIn("eve")
        try await app.save("of Eve")
        await app.service.wait(for: "eve of Eve")
        #expect(!app.service.all.contains("eve of Ada"))
        switch policy {
        case .keep: #expect(try await app.keys() == ["of Ada", "of Eve"])
        case .clear, .separate: #expect(try await app.keys() == ["of Eve"])
        }
        app.user.signIn("ada")
        switch policy {
        case .keep: #expect(try await app.keys() == ["of Ada", "of Eve"])
        case .clear: #expect(try await app.keys().isEmpty)
        case .separate: #expect(try await app.keys() == ["of Ada"])
        }
        #expect(!app.service.all.contains("eve of Ada"))
        await app.plugin.reset()
    }

    @Test(arguments: DataStoreSignOutPolicy.allCases)
    func `a start notices the next user, whose records are read`(policy: DataStoreSignOutPolicy) async throws {
        let app = try App(policy)
        try await app.plugin.start()
        await app.service.wait(for: "ada sync")
        app.user.signIn("eve")
        try await app.plugin.start()
        await app.service.wait(for: "eve sync")
        await app.plugin.reset()
    }

    @Test func `a provider without a token keeps the store of its user`() async throws {
        let app = try App(.separate)
        try await app.save("of Ada")
        app.user.signIn(nil)
        try await app.save("also of Ada")
        #expect(try await app.keys() == ["also of Ada", "of Ada"])
        app.user.signIn("eve")
        #expect(try await app.keys().isEmpty)
        try await app.save("of Eve")
        await app.service.wait(for: "eve of Eve")
        #expect(!app.service.all.contains { $0.hasPrefix("eve") && $0.hasSuffix("of Ada") })
        await app.plugin.reset()
    }
}
