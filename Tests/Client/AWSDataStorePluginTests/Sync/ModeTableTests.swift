// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient
import GatehouseCrypto
import GeneratedModels
import Synchronization
import Testing

@testable import AWSDataStorePlugin

/// The modes that operations try, in order, and where they give up.
@Suite struct ModeTableTests {
    /// The service and its user.
    private final class Stage: Sendable {
        let api: ScriptedAPI
        let remote: RemoteModels
        private let state: State

        private final class State: Sendable {
            let caller: Mutex<Caller>
            let ways: Mutex<[Way]>

            init(_ caller: Caller, _ ways: [Way]) {
                self.caller = Mutex(caller)
                self.ways = Mutex(ways)
            }

            func nextWay() -> Way? { ways.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
        }

        /// Makes a service that fails in these ways, one after the other, and then succeeds.
        init(_ caller: Caller, _ ways: [Way], strategy: AuthModeStrategyType = .multiAuth) {
            let state = State(caller, ways)
            self.state = state
            api = ScriptedAPI(
                opening: { _ in
                    state.nextWay().map { ScriptedAPI.Opening.refuse($0.subscriptionError) } ?? .acceptAndEnd
                },
                answer: { request in
                    if let way = state.nextWay() { return way.answer }
                    return .value(
                        request.name.hasPrefix("Sync")
                            ? SyncQueryResult.page([]) as any Sendable
                            : MutationSync<AnyModel>.remote(PublicRecord(id: "1"), 1))
                })
            remote = RemoteModels(
                api: api, strategy: strategy,
                session: SignInState(
                    caller: { state.caller.withLock { $0 } }, token: { _ in nil },
                    changes: { AsyncStream { $0.finish() } }),
                clock: .system, entropy: .seeded(1))
        }

        func signIn(_ caller: Caller) { state.caller.withLock { $0 = caller } }

        func fail(_ ways: [Way]) { state.ways.withLock { $0 = ways } }

        /// Runs an operation: the words of the modes that it has tried, and its failure.
        func run(
            _ operation: TriedOperation, _ schema: ModelSchema
        ) async -> (tried: [String], failure: FailureKind?) {
            api.forgetRequests()
            var failure: FailureKind?
            do throws(RemoteFailure) {
                try await perform(operation, schema)
            } catch {
                failure = FailureKind(error)
            }
            let words = api.requests.map { Self.words[$0.mode?.rawValue ?? "", default: "default"] }
            return (words, failure)
        }

        private func perform(_ operation: TriedOperation, _ schema: ModelSchema) async throws(RemoteFailure) {
            switch operation {
            case .sync:
                _ = try await remote.page(
                    schema, where: nil, limit: 10, nextToken: nil, lastSync: nil, mode: nil)
            case .create: try await mutate(.create, schema)
            case .update: try await mutate(.update, schema)
            case .delete: try await mutate(.delete, schema)
            case .onCreate: try await remote.events(schema, .onCreate) { _, _ in }
            case .onUpdate: try await remote.events(schema, .onUpdate) { _, _ in }
            }
        }

        private func mutate(
            _ type: MutationEvent.MutationType, _ schema: ModelSchema
        ) async throws(RemoteFailure) {
            let event = MutationEvent(modelId: "1", modelName: schema.name, json: "{}", mutationType: type)
            _ = try await remote.mutate(
                OutboxEntry(event: event), record: PublicRecord(id: "1"), schema: schema, version: nil)
        }

        private static let words = [
            "": "default", "AMAZON_COGNITO_USER_POOLS": "pool", "OPENID_CONNECT": "oidc", "AWS_IAM": "iam",
            "API_KEY": "key", "AWS_LAMBDA": "function",
        ]
    }

    @Test(arguments: ModeRow.all)
    func `an operation tries the next mode after each refusal of the caller, and gives up after the last`(
        row: ModeRow
    ) async {
        for signIn in SignInCase.allCases {
            for operation in TriedOperation.allCases {
                let expected = (signIn == .nobody ? row.signedOut : row.signedIn)[operation]
                for way in Way.allCases {
                    guard let end = way.endOfAll else { continue }
                    for refusals in 0...expected.count {
                        let stage = Stage(signIn.caller, Array(repeating: way, count: refusals))
                        let (tried, failure) = await stage.run(operation, row.schema)
                        let isOver = refusals == expected.count
                        // Without a user, a mode without an identity may have one after a sign-in.
                        let needsSignIn =
                            if expected.isEmpty {
                                signIn == .nobody
                            } else {
                                end == .signedOut || (signIn == .nobody && way == .noCredentials)
                            }
                        let comment: Comment = "\(signIn) \(operation) \(way) \(refusals)"
                        #expect(tried == Array(expected.prefix(refusals + 1)), comment)
                        #expect(failure == (isOver ? (needsSignIn ? .signedOut : .unauthorized) : nil), comment)
                    }
                }
            }
        }
    }

    @Test(arguments: ModeRow.all)
    func `an operation does not try another mode where that would not help`(row: ModeRow) async {
        for operation in TriedOperation.allCases {
            let expected = row.signedIn[operation]
            guard let first = expected.first else { continue }
            for way in Way.allCases {
                guard let end = way.end else { continue }
                let stage = Stage(SignInCase.both.caller, [way])
                let (tried, failure) = await stage.run(operation, row.schema)
                #expect(tried == [first], "\(operation) \(way)")
                #expect(failure == end, "\(operation) \(way)")
            }
        }
    }

    @Test(arguments: ModeRow.all)
    func `the default strategy sends each operation once, in the default of the API`(row: ModeRow) async {
        for signIn in SignInCase.allCases {
            for operation in TriedOperation.allCases {
                let stage = Stage(signIn.caller, [.unauthorized], strategy: .default)
                let (tried, failure) = await stage.run(operation, row.schema)
                #expect(tried == ["default"])
                #expect(failure == .unauthorized)
            }
        }
    }

    @Test func `the mode that has worked is tried first, until the user changes`() async throws {
        let schema = try #require(ModeRow.all.first { $0.testDescription == "the document's example" }).schema
        let stage = Stage(SignInCase.userPool.caller, [.status401])
        #expect(await stage.run(.sync, schema).tried == ["pool", "key"])
        #expect(await stage.run(.sync, schema).tried == ["key"])
        // Each operation has a memory of its own.
        #expect(await stage.run(.onCreate, schema).tried == ["pool"])
        // The mode that has worked can fail, too.
        stage.fail([.unauthorized])
        #expect(await stage.run(.sync, schema).tried == ["key", "pool"])
        stage.signIn(SignInCase.both.caller)
        #expect(await stage.run(.sync, schema).tried == ["pool"])
        stage.fail([.unauthorized, .unauthorized])
        #expect(await stage.run(.sync, schema).tried == ["pool", "key"])
        #expect(await stage.run(.sync, schema).tried == ["pool"])
    }

    @Test func `a refused mutation is kept where one of the modes has failed for lack of a sign-in`() async {
        let rules = [AuthRule(allow: .owner), AuthRule(allow: .public)]
        let row = ModeRow("owner and public", rules, signedIn: .all("pool key"))
        let stage = Stage(SignInCase.userPool.caller, [.expired, .unauthorized])
        let (tried, failure) = await stage.run(.create, row.schema)
        #expect(tried == ["pool", "key"])
        #expect(failure == .signedOut)
    }

    @Test func `a change is not sent as another user`() async throws {
        let stage = Stage(SignInCase.userPool.caller, [])
        let event = MutationEvent(modelId: "1", modelName: "PublicRecord", json: "{}", mutationType: .create)
        for owner in ["userPool:grace", "openID:issuer|ada", "userPool:ada openID:issuer|ada"] {
            await #expect(throws: RemoteFailure.self) {
                _ = try await stage.remote.mutate(
                    OutboxEntry(event: event, user: owner), record: PublicRecord(id: "1"), schema: PublicRecord.schema,
                    version: nil)
            }
        }
        #expect(stage.api.requests.isEmpty)
        for owner in ["userPool:ada", nil] {
            _ = try await stage.remote.mutate(
                OutboxEntry(event: event, user: owner), record: PublicRecord(id: "1"), schema: PublicRecord.schema,
                version: nil)
        }
        #expect(stage.api.requests.count == 2)
    }

    @Test func `pages of one sync have one mode and one user`() async throws {
        let schema = try #require(ModeRow.all.first { $0.testDescription == "the document's example" }).schema
        let stage = Stage(SignInCase.userPool.caller, [.unauthorized])
        let first = try await stage.remote.page(
            schema, where: nil, limit: 10, nextToken: nil, lastSync: nil, mode: nil)
        #expect(first.mode.choice == .designated(.apiKey))
        _ = try await stage.remote.page(schema, where: nil, limit: 10, nextToken: "2", lastSync: nil, mode: first.mode)
        #expect(stage.api.modes == ["AMAZON_COGNITO_USER_POOLS", "API_KEY", "API_KEY"])
        stage.signIn(.nobody)
        await #expect(throws: RemoteFailure.self) {
            _ = try await stage.remote.page(
                schema, where: nil, limit: 10, nextToken: "3", lastSync: nil, mode: first.mode)
        }
        #expect(stage.api.requests.count == 3)
    }
}
