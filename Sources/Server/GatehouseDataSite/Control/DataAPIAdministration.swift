// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
package import GatehouseCrypto
package import GatehouseData
package import GatehouseDataModel
package import GatehouseDataStores
import GatehouseSchemaCompiler
package import GatehouseWire

/// Creates, changes and deletes APIs; the operations of the service and `gatehouse api` call it.
package struct DataAPIAdministration: Sendable {
    /// The most APIs of a server.
    static let mostAPIs = 100

    let apis: StoredDataAPIs
    let store: any DataAPIStore
    let records: any RecordStore
    let events: DataEvents
    /// The functions that schemas can name.
    package let functions: DataFunctions
    let clock: WallClock
    let forwardClock: ForwardClock
    let entropy: Entropy
    /// The pace of work on all records of a model.
    let pace: MaintenancePace
    let creations = SchemaCreations()
    /// Waits between two signs of life of a creation.
    let pause: @Sendable (Duration) async throws -> Void
    /// Receives the fault of a schema creation that failed, with the id of the API.
    let reportFailure: @Sendable (ServiceFault, String) -> Void

    /// Creates the administration of the APIs in a store; `events` is the hub of their changes, and `functions` are those
    /// that schemas can name.
    ///
    /// `reportFailure` receives the fault of each schema creation that failed after its request was answered, and the id
    /// of the API: the status of the creation does not show the cause. `pause` waits between two signs of life that a
    /// creation gives to other nodes.
    package init(
        _ apis: StoredDataAPIs, store: any DataAPIStore, records: any RecordStore, events: DataEvents,
        functions: DataFunctions = .none, clock: WallClock, forwardClock: ForwardClock, entropy: Entropy,
        pace: MaintenancePace = MaintenancePace(),
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        reportFailure: @escaping @Sendable (ServiceFault, String) -> Void = { _, _ in }
    ) {
        self.apis = apis
        self.store = store
        self.records = records
        self.events = events
        self.functions = functions
        self.clock = clock
        self.forwardClock = forwardClock
        self.entropy = entropy
        self.pace = pace
        self.pause = pause
        self.reportFailure = reportFailure
    }

    /// All APIs, by ascending id.
    /// - Throws: the fault of a failing store.
    package func all() async throws(ServiceFault) -> [ServedAPI] {
        try await ServiceFault.translating {
            // Other nodes may have made or deleted some just now.
            if events.sharesDatabase { _ = try await apis.newest(.host(nil)) }
            return try await apis.served()
        }
    }

    /// The API with an id.
    /// - Throws: `NotFoundException`, or the fault of a failing store.
    package func api(_ id: String) async throws(ServiceFault) -> ServedAPI {
        let found = try await ServiceFault.translating {
            // Another node may have made or changed it just now.
            try await events.sharesDatabase ? apis.newest(.id(id)) : apis.api(id)
        }
        guard let api = found else {
            throw ServiceFault(.notFound, "GraphQL API \(id.prefix(64)) not found.")
        }
        return api
    }

    /// The id of the API at `/graphql`: the one that is marked as the default, or the only one; `nil` without.
    /// - Throws: the fault of a failing store.
    package func defaultID() async throws(ServiceFault) -> String? {
        try await ServiceFault.translating { try await apis.api(nil)?.stored.id }
    }

    /// Waits until the changes of schemas have ended that run in this process at present.
    package func finishSchemaChanges() async {
        await creations.waitForAll()
    }

    /// Begins a change of an API, which the caller ends; returns the API in force.
    ///
    /// It is read after the beginning, so that no other change of this process comes between.
    /// - Throws: `ConcurrentModificationException` while another change runs, `NotFoundException`, or the fault of a failing
    ///   store.
    func begin(_ id: String) async throws(ServiceFault) -> ServedAPI {
        try creations.begin(id)
        do throws(ServiceFault) {
            try await requireNoCreation(of: id)
            return try await api(id)
        } catch {
            creations.end(id)
            throw error
        }
    }

    /// Creates an API without a schema.
    /// - Throws: `BadRequestException` for a tag, `ApiLimitExceededException`, or the fault of a failing store.
    package func create(
        _ definition: APIDefinition, tags: [String: String] = [:], isDefault: Bool = false
    ) async throws(ServiceFault) -> StoredAPI {
        guard try await all().count < Self.mostAPIs else {
            throw ServiceFault(.apiLimit, "The server has \(Self.mostAPIs) APIs, which is the most.")
        }
        var api = StoredAPI(
            id: StoredAPI.newID(entropy), name: "", schema: "", isDefault: isDefault, createdAt: clock.now)
        definition.apply(to: &api)
        try APITags.set(tags, of: &api)
        try await requireFreeDomain(of: api)
        let new = api
        return try await ServiceFault.translating { try await apis.put(new, compiled: nil) }
    }

    /// Changes an API; a schema that it has is compiled anew, and must suit the changed settings.
    /// - Throws: the refusal of `change` or of the schema, `NotFoundException`, `ConcurrentModificationException`, or the
    ///   fault of a failing store.
    @discardableResult
    package func update(
        _ id: String, _ change: (inout StoredAPI) throws(ServiceFault) -> Void
    ) async throws(ServiceFault) -> StoredAPI {
        let former = try await begin(id)
        defer { creations.end(id) }
        var api = former.stored
        try change(&api)
        guard api != former.stored else { return api }
        try await requireFreeDomain(of: api)
        let changed = api
        guard !changed.schema.isEmpty else {
            return try await Self.naming {
                try await apis.put(changed, compiled: nil, replacing: former.stored.revision)
            }
        }
        return try await take(changed, replacing: former, allowingLoss: false).api
    }

    /// Refuses the domain of an API that another API has.
    func requireFreeDomain(of api: StoredAPI) async throws(ServiceFault) {
        guard let domain = api.domain else { return }
        let others = try await all().lazy.map(\.stored).filter { $0.id != api.id }
        guard let other = others.first(where: { $0.domain == domain }) else { return }
        throw .badRequest("The domain \(domain) is that of the API \(other.id).")
    }

    /// Deletes an API with its keys and records, and ends its subscriptions.
    ///
    /// From the call on, no request to this process reaches it; it is served again if the change fails. Its records are
    /// removed afterwards.
    /// - Parameters:
    ///   - id: the id of the API.
    ///   - pause: waits until a server in another process serves the API no more; `nil` if there can be none.
    /// - Returns: why some records are still stored, which ``removeListed(beforeLast:)`` removes; `nil` if all are removed.
    /// - Throws: `NotFoundException`, `ConcurrentModificationException`, or the fault of a failing store.
    @discardableResult
    package func delete(
        _ id: String, pause: (@Sendable () async throws -> Void)? = nil
    ) async throws(ServiceFault) -> ServiceFault? {
        let api = try await begin(id)
        defer { creations.forget(id) }
        let now = clock.now
        try await ServiceFault.translating {
            try await apis.withdraw(id) {
                events.end(api: id)
                try await store.write { try $0.removeAPI(id, at: now) }
            }
            // Without a schema, no server writes a record.
            if api.service != nil { try await pause?() }
        }
        return await remainder { try await removeListed(of: id, under: nil) }
    }

    /// Takes a schema into use, and waits for the end.
    ///
    /// - Parameters:
    ///   - schema: the text of the schema.
    ///   - id: the id of the API.
    ///   - isLossAllowed: whether stored values may be lost.
    ///   - pause: waits until a server in another process has taken the schema over; `nil` if there can be none.
    /// - Returns: what changed.
    /// - Throws: `BadRequestException` with all errors of the schema or with what would be lost, `NotFoundException`,
    ///   `ConcurrentModificationException`, or the fault of a failing store.
    @discardableResult
    package func push(
        _ schema: String, to id: String, allowingLoss isLossAllowed: Bool = false,
        pause: (@Sendable () async throws -> Void)? = nil
    ) async throws(ServiceFault) -> PushedSchema {
        let former = try await begin(id)
        defer { creations.end(id) }
        return try await take(schema, replacing: former, allowingLoss: isLossAllowed, pause: pause)
    }

    /// Stores an API of `gatehouse dev` with its schema, and fills new indexes; values that the schema does not have stay.
    /// - Returns: what changes.
    /// - Throws: `RecordRefusal` if a record has a value that a new index does not accept, or the error of the store.
    package func serve(_ api: StoredAPI, compiled: DataAPI, key: StoredAPIKey) async throws -> SchemaPlan {
        let served = try await apis.api(api.id)
        let former = served?.service
        try await removeListed(of: api.id, under: served)
        let push = try await SchemaPush(
            of: api.id, from: former?.api, atRevision: served?.stored.revision, to: compiled, in: records,
            at: pace)
        try await push.prepare(beside: former, keepsLeftovers: true)
        try await apis.put(api, compiled: compiled, key: key)
        return push.plan
    }

    /// What a push would change.
    /// - Throws: as push(_:to:allowingLoss:pause:), without a refusal of losses.
    package func plan(_ schema: String, for id: String) async throws(ServiceFault) -> SchemaPlan {
        let former = try await api(id)
        let next = try Self.compiled(schema, former.stored.settings).api
        return try await ServiceFault.translating {
            try await SchemaPush(
                of: id, from: former.service?.api, atRevision: former.stored.revision, to: next, in: records
            ).plan
        }
    }

    /// Takes a schema that a client sent into use, if the server has all functions that the schema names.
    func take(sent schema: String, replacing former: ServedAPI) async throws(ServiceFault) -> PushedSchema {
        let missing = functions.missing(in: try Self.compiled(schema, former.stored.settings))
        guard missing.isEmpty else {
            throw .badRequest(missing.map(\.description).joined(separator: "\n"))
        }
        return try await take(schema, replacing: former, allowingLoss: false)
    }

    @discardableResult
    func take(
        _ schema: String, replacing former: ServedAPI, allowingLoss isLossAllowed: Bool,
        pause: (@Sendable () async throws -> Void)? = nil
    ) async throws(ServiceFault) -> PushedSchema {
        var api = former.stored
        api.schema = schema
        return try await take(api, replacing: former, allowingLoss: isLossAllowed, pause: pause)
    }

    func take(
        _ api: StoredAPI, replacing former: ServedAPI, allowingLoss isLossAllowed: Bool,
        pause: (@Sendable () async throws -> Void)? = nil
    ) async throws(ServiceFault) -> PushedSchema {
        let compiled = try Self.compiled(api.schema, api.settings).api
        return try await Self.naming {
            // What an earlier change removes is gone before a schema has a place for it again.
            try await removeListed(of: api.id, under: former)
            let push = try await SchemaPush(
                of: api.id, from: former.service?.api, atRevision: former.stored.revision, to: compiled, in: records,
                at: pace)
            guard isLossAllowed || push.plan.isSafe else { throw ServiceFault.losses(push.plan) }
            // Values that are written after the count stay, unless they may be lost.
            let removals = isLossAllowed ? push.removals : []
            // A schema that this release refuses has no plan, but its records are not lost for that.
            try await push.prepare(beside: former.service, keepsLeftovers: !former.isReadable)
            let stored: StoredAPI
            let now = clock.now
            do {
                stored = try await apis.put(
                    api, compiled: compiled, replacing: former.stored.revision,
                    listing: removals.map { RecordCleanup(api: api.id, subject: $0, listedAt: now) })
            } catch {
                former.service?.placeRecords(by: [])
                throw error
            }
            if push.isPlacing || !removals.isEmpty { try await pause?() }
            try await place(push, of: stored)
            let remainder = await remainder {
                guard !removals.isEmpty else { return }
                try await removeListed(of: api.id, under: try await apis.api(api.id))
            }
            return PushedSchema(api: stored, plan: push.plan, compiled: compiled, remainder: remainder)
        }
    }

    static func compiled(_ schema: String, _ settings: DataSettings) throws(ServiceFault) -> CompiledSchema {
        do {
            return try CompiledSchema(compiling: schema, settings: settings)
        } catch {
            throw .badRequest(error.description)
        }
    }

    /// Runs `body`, and names the errors of a push in the terms of the service.
    private static func naming<Value>(_ body: () async throws -> Value) async throws(ServiceFault) -> Value {
        do {
            return try await body()
        } catch is DataAPIConflict {
            throw .schemaIsChanging
        } catch is OutdatedRevision {
            throw .schemaIsChanging
        } catch let refusal as RecordRefusal {
            throw .badRequest("A stored record does not suit the schema: \(refusal)")
        } catch {
            throw ServiceFault(unforeseen: error)
        }
    }
}

extension ServiceFault {
    /// The refusal of a schema that would lose stored values.
    fileprivate static func losses(_ plan: SchemaPlan) -> ServiceFault {
        let lines = plan.losses.map(\.description)
        return .badRequest(
            "The schema would lose stored values, and is not in use. gatehouse api push --allow-destroy allows that.\n"
                + lines.joined(separator: "\n"))
    }
}
