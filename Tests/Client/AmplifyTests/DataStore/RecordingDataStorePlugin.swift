// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Synchronization

/// A plugin that records its calls with their arguments, and that has one record.
final class RecordingDataStorePlugin: DataStoreCategoryPlugin {
    let key: PluginKey
    private let recorded = Mutex<[String]>([])
    private let stored: (any Model)?
    /// Runs while the plugin is configured.
    private let configuring: @Sendable () throws -> Void
    /// Runs while the plugin is reset.
    private let resetting: @Sendable () -> Void

    init(
        _ key: PluginKey = "recording", storing stored: (any Model)? = nil,
        configuring: @escaping @Sendable () throws -> Void = {}, resetting: @escaping @Sendable () -> Void = {}
    ) {
        self.key = key
        self.stored = stored
        self.configuring = configuring
        self.resetting = resetting
    }

    /// The calls, each with its arguments, where `-` is no value.
    var calls: [String] { recorded.withLock { $0 } }

    private func record(_ call: String) { recorded.withLock { $0.append(call) } }

    func configure(using configuration: Any?) throws {
        try configuring()
        switch configuration {
        case let outputs as AmplifyOutputsData: record("configure version \(outputs.version)")
        case let block as JSONValue: record("configure \(block.stringValue ?? "block")")
        default: record("configure -")
        }
    }

    func reset() async {
        resetting()
        record("reset")
    }

    private static func text(_ predicate: (any QueryPredicate)?) -> String {
        switch predicate {
        case nil: "-"
        case let operation as QueryPredicateOperation: operation.field
        default: "all"
        }
    }

    private static func text(_ sort: QuerySortInput?) -> String {
        let fields = sort?.inputs.map { input in
            switch input {
            case .ascending(let field): "ascending \(field.stringValue)"
            case .descending(let field): "descending \(field.stringValue)"
            }
        }
        return fields?.joined(separator: ", ") ?? "-"
    }

    private static func text(_ page: QueryPaginationInput?) -> String {
        page.map { "\($0.page) of \($0.limit)" } ?? "-"
    }
}

extension RecordingDataStorePlugin {
    func save<M: Model>(_ model: M, where condition: (any QueryPredicate)?) async throws -> M {
        record("save \(M.modelName) \(model.identifier), where \(Self.text(condition))")
        return stored as? M ?? model
    }

    func query<M: Model>(_ modelType: M.Type, byId id: String) async throws -> M? {
        record("query \(M.modelName) by id \(id)")
        return stored as? M
    }

    func query<M: Model>(_ modelType: M.Type, byIdentifier id: String) async throws -> M?
    where M: ModelIdentifiable, M.IdentifierFormat == ModelIdentifierFormat.Default {
        record("query \(M.modelName) by text \(id)")
        return stored as? M
    }

    func query<M: Model>(
        _ modelType: M.Type, byIdentifier id: ModelIdentifier<M, M.IdentifierFormat>
    ) async throws -> M? where M: ModelIdentifiable {
        record("query \(M.modelName) by key \(id.stringValue)")
        return stored as? M
    }

    func query<M: Model>(
        _ modelType: M.Type, where predicate: (any QueryPredicate)?, sort sortInput: QuerySortInput?,
        paginate paginationInput: QueryPaginationInput?
    ) async throws -> [M] {
        let words = [Self.text(predicate), Self.text(sortInput), Self.text(paginationInput)]
        record("query \(M.modelName), where \(words[0]), sort \(words[1]), page \(words[2])")
        return [stored as? M].compactMap { $0 }
    }

    func delete(_ model: some Model, where predicate: (any QueryPredicate)?) async throws {
        record("delete \(model.modelName) \(model.identifier), where \(Self.text(predicate))")
    }

    func delete(
        _ modelType: (some Model).Type, withId id: String, where predicate: (any QueryPredicate)?
    ) async throws {
        record("delete \(modelType.modelName) with id \(id), where \(Self.text(predicate))")
    }

    func delete<M: Model>(
        _ modelType: M.Type, withIdentifier id: String, where predicate: (any QueryPredicate)?
    ) async throws where M: ModelIdentifiable, M.IdentifierFormat == ModelIdentifierFormat.Default {
        record("delete \(M.modelName) with text \(id), where \(Self.text(predicate))")
    }

    func delete<M: Model>(
        _ modelType: M.Type, withIdentifier id: ModelIdentifier<M, M.IdentifierFormat>,
        where predicate: (any QueryPredicate)?
    ) async throws where M: ModelIdentifiable {
        record("delete \(M.modelName) with key \(id.stringValue), where \(Self.text(predicate))")
    }

    func delete(_ modelType: (some Model).Type, where predicate: any QueryPredicate) async throws {
        record("delete all \(modelType.modelName), where \(Self.text(predicate))")
    }

    func start() async throws { record("start") }

    func stop() async throws { record("stop") }

    func clear() async throws {
        record("clear")
        throw DataStoreError.internalOperation("The file is in use.", "")
    }
}

extension RecordingDataStorePlugin {
    func observe(_ modelType: (some Model).Type) -> AmplifyAsyncThrowingSequence<MutationEvent> {
        record("observe \(modelType.modelName)")
        let sequence = AmplifyAsyncThrowingSequence<MutationEvent>()
        sequence.send(
            MutationEvent(modelId: "1", modelName: modelType.modelName, json: "{}", mutationType: .create))
        sequence.finish()
        return sequence
    }

    func observeQuery<M: Model>(
        for modelType: M.Type, where predicate: (any QueryPredicate)?, sort sortInput: QuerySortInput?
    ) -> AmplifyAsyncThrowingSequence<DataStoreQuerySnapshot<M>> {
        record("observe query of \(M.modelName), where \(Self.text(predicate)), sort \(Self.text(sortInput))")
        let sequence = AmplifyAsyncThrowingSequence<DataStoreQuerySnapshot<M>>()
        sequence.send(DataStoreQuerySnapshot(items: [stored as? M].compactMap { $0 }, isSynced: true))
        sequence.finish()
        return sequence
    }
}
