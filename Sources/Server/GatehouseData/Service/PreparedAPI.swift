// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

/// What all requests to a compiled API have in common, made once.
final class PreparedAPI: Sendable {
    /// The id of the API.
    let id: String
    /// The compiled API.
    let api: DataAPI
    /// The modes that fields admit.
    let modes: FieldModes
    /// The number of the service that has the API in force.
    let generation: Int
    /// The names of the types of pages.
    let pages: Set<String>
    /// The fields of each model, as `Type.field`, by the names of the types of its records and its pages.
    let searchable: [String: [String]]
    /// The indexes by which writes place records.
    let places = RecordPlacement()
    private let models: [String: PreparedModel]
    private let operations: [OperationKind: [String: RootOperation]]

    init(_ id: String, _ api: DataAPI, generation: Int) {
        self.id = id
        self.api = api
        self.generation = generation
        modes = FieldModes(api)
        let models = api.models.map { PreparedModel($0, api) }
        pages = Set(models.map(\.connection))
        searchable = Dictionary(
            models.flatMap { model -> [(String, [String])] in
                let fields = model.model.access.fields.map { "\(model.name).\($0)" }
                return [(model.name, fields), (model.connection, fields)]
            }
        ) { first, _ in first }
        self.models = Dictionary(models.map { ($0.name, $0) }) { first, _ in first }
        var operations: [OperationKind: [String: RootOperation]] = [:]
        for field in api.rootFields { operations[field.operation, default: [:]][field.name] = .written(field) }
        for model in models {
            for (kind, name, operation) in RootOperation.all(of: model) {
                operations[kind, default: [:]][name] = operation
            }
        }
        self.operations = operations
    }

    /// The model with a name.
    func model(_ name: String) -> PreparedModel? { models[name] }

    /// What a root field does.
    func operation(_ kind: OperationKind, _ name: String) -> RootOperation? { operations[kind]?[name] }

    /// The kind of the operations with a root type.
    func kind(ofRoot name: String) -> OperationKind? { api.schema.roots.first { $0.value == name }?.key }
}

/// The changes that a subscription receives.
struct Listening: Sendable {
    /// The model.
    let model: PreparedModel
    /// The mutations.
    let kinds: [RecordChange.Kind]
    /// The rules of the field itself; `nil` without any.
    let access: AccessMatrix?
}

extension PreparedAPI {
    /// The changes that a subscription's field receives; `nil` for a field without any.
    func listening(to field: PlannedField) -> Listening? {
        switch operation(.subscription, field.name) {
        case .listen(let model, let kind)?: return Listening(model: model, kinds: [kind], access: nil)
        case .written(let written)?:
            var kinds: [RecordChange.Kind] = []
            for mutation in written.mutations {
                // A subscription receives what mutations of its own type answer.
                guard case .mutate(let model, let kind)? = operation(.mutation, mutation),
                    model.name == written.type.name
                else { continue }
                kinds.append(kind)
            }
            guard let model = model(written.type.name), !kinds.isEmpty else { return nil }
            return Listening(model: model, kinds: kinds, access: written.access)
        case .get, .list, .index, .sync, .mutate, nil: return nil
        }
    }
}

/// A model with what is made of it once; subscriptions and tasks hold a reference to it and not a copy.
final class PreparedModel: Sendable {
    /// The model.
    let model: Model
    /// The judge of its records.
    let judge: AccessJudge
    /// The fields that the answers of mutations and events hide.
    let redacted: Set<String>
    /// The claims of the owner rules by the field that holds owners, where the values have several parts.
    let ownerClaims: [String: [String]]

    /// The name of the type.
    var name: String { model.name }
    /// The name of the type of pages.
    var connection: String { "Model\(model.title)Connection" }

    init(_ model: Model, _ api: DataAPI) {
        self.model = model
        judge = AccessJudge(model, api.settings)
        redacted = api.redactedFields(of: model)
        var claims: [String: [String]] = [:]
        for role in model.access.roles {
            guard case .owner(let field, _, let expression) = role.kind, expression.count > 1 else { continue }
            claims[field] = expression
        }
        ownerClaims = claims
    }

    /// Refuses a search by fields that the caller may not read in each record of a verdict.
    func requireSearchable(
        _ fields: Set<String>, _ verdict: AccessVerdict, noting decisions: DecisionLog
    ) throws(GraphQLError) {
        let hidden = fields.subtracting(verdict.searchable).subtracting(Record.versionFields)
        guard !hidden.isEmpty else { return }
        decisions.note(nil) { refusal in
            AccessDecision(subject: name, action: .search, outcome: refusal, reason: .fields(hidden.sorted()))
        }
        throw .unauthorized(on: hidden)
    }

    /// What readers see of a stored value.
    func shown(_ value: GraphQLValue, of field: String) -> GraphQLValue {
        ownerClaims[field].map { OwnerValue.shown(value, $0) } ?? value
    }
}

/// What a root field does.
enum RootOperation: Sendable {
    /// Reads one record.
    case get(PreparedModel)
    /// Reads records by the primary key.
    case list(PreparedModel)
    /// Reads records by an index.
    case index(PreparedModel, RecordIndex)
    /// Reads changes.
    case sync(PreparedModel)
    /// Writes a record.
    case mutate(PreparedModel, RecordChange.Kind)
    /// Receives events.
    case listen(PreparedModel, RecordChange.Kind)
    /// Does what the author wrote.
    case written(RootField)

    /// The root fields of a model.
    static func all(of prepared: PreparedModel) -> [(OperationKind, String, RootOperation)] {
        let names = prepared.model.operations
        var all: [(OperationKind, String?, RootOperation)] = [
            (.query, names.get, .get(prepared)), (.query, names.list, .list(prepared)),
            (.query, names.sync, .sync(prepared)), (.mutation, names.create, .mutate(prepared, .create)),
            (.mutation, names.update, .mutate(prepared, .update)),
            (.mutation, names.delete, .mutate(prepared, .delete)),
        ]
        all += prepared.model.indexes.map { (.query, $0.queryField, .index(prepared, $0)) }
        if names.level != .off {
            all += names.onCreate.map { (.subscription, $0, .listen(prepared, .create)) }
            all += names.onUpdate.map { (.subscription, $0, .listen(prepared, .update)) }
            all += names.onDelete.map { (.subscription, $0, .listen(prepared, .delete)) }
        }
        return all.compactMap { kind, name, operation in name.map { (kind, $0, operation) } }
    }
}
