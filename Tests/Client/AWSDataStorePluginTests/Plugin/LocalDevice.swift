// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import Synchronization

@testable import AWSDataStorePlugin
@testable import GeneratedModels

/// A device without an API, whose user a test signs in and out.
struct LocalDevice {
    static let models = [TodoList.schema, Todo.schema, EveryScalar.schema]

    let plugin: AWSDataStorePlugin
    let folder: TemporaryFolder
    private let user: SignedInUser

    /// Makes a device, or starts the program of another one again, which has ended.
    init(
        _ configuration: DataStoreConfiguration = .default, isConfigured: Bool = true, after other: LocalDevice? = nil,
        clock: ClientClock = ManualClock().clock
    ) throws {
        folder = try other?.folder ?? TemporaryFolder()
        let user = other?.user ?? SignedInUser()
        self.user = user
        plugin = AWSDataStorePlugin(
            modelRegistration: AmplifyModels(), configuration: configuration, folder: folder.path("store"),
            models: Self.models, api: nil, session: DataStoreSession(user: { user.key }, changes: { user.changes() }),
            clock: clock, entropy: .seeded(7), report: { _ in })
        if isConfigured { try plugin.configure(using: nil) }
    }

    /// Signs a user in; nil signs the user out.
    func signIn(_ key: String?) { user.set(key) }

    /// The titles of all todos, sorted.
    func titles() async throws -> [String] {
        try await plugin.query(Todo.self).map(\.title).sorted()
    }

    /// Saves a new todo.
    @discardableResult
    func add(_ title: String) async throws -> Todo {
        try await plugin.save(Todo(title: title))
    }
}

/// The user of a device.
private final class SignedInUser: Sendable {
    private struct State {
        var key: String?
        var observers: [AsyncStream<Void>.Continuation] = []
    }

    private let state = Mutex(State())

    var key: String? { state.withLock(\.key) }

    func set(_ key: String?) {
        let observers = state.withLock { state in
            state.key = key
            return state.observers
        }
        for observer in observers { observer.yield() }
    }

    func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.observers.append(continuation) }
        return stream
    }
}

extension DataStoreError {
    /// The name of the case.
    var caseName: String {
        switch self {
        case .api: "api"
        case .configuration: "configuration"
        case .conflict: "conflict"
        case .invalidCondition: "invalidCondition"
        case .decodingError: "decodingError"
        case .internalOperation: "internalOperation"
        case .invalidDatabase: "invalidDatabase"
        case .invalidModelName: "invalidModelName"
        case .invalidOperation: "invalidOperation"
        case .nonUniqueResult: "nonUniqueResult"
        case .sync: "sync"
        case .unknown: "unknown"
        }
    }
}

/// The name of the error's case; "none" if the body throws no error.
func errorCase(_ body: () async throws -> Void) async -> String {
    do {
        try await body()
        return "none"
    } catch {
        return (error as? DataStoreError)?.caseName ?? "\(type(of: error))"
    }
}
