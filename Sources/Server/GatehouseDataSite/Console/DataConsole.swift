// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore
package import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseSchemaCompiler
import GatehouseSites
import GatehouseText
import GatehouseWire

/// Sends requests to data APIs in the place of any caller, and says which rules decided about them.
///
/// It asks for no credentials, so only a developer's own server has one. The decisions are those of the judge that all
/// requests have.
package struct DataConsole: Sendable {
    private let apis: StoredDataAPIs
    private let users: any ConsoleUsers
    private let functions: DataFunctions
    private let deployment: Deployment

    /// Makes the console of a server; `functions` are those that schemas can name.
    package init(
        _ apis: StoredDataAPIs, users: any ConsoleUsers, functions: DataFunctions, deployment: Deployment
    ) {
        self.apis = apis
        self.users = users
        self.functions = functions
        self.deployment = deployment
    }

    // MARK: - APIs

    /// The APIs with their models, the warnings about their schemas, and the callers that a developer can choose, in
    /// JSON.
    /// - Throws: The error of the store.
    package func description() async throws -> Data {
        var described: [GraphQLValue] = []
        for api in try await apis.served() {
            guard let service = api.service else { continue }
            described.append(.object(try await describe(api.stored, service.api)))
        }
        return Self.json(["apis": .list(described)])
    }

    private func describe(_ api: StoredAPI, _ compiled: DataAPI) async throws -> GraphQLObject {
        var users: [GraphQLValue] = []
        var groups: [GraphQLValue] = []
        for pool in api.localPools {
            users += try await self.users.names(inPool: pool).map {
                .object(["pool": .string(pool), "name": .string($0)])
            }
            groups += try await self.users.groups(inPool: pool).map { .string($0) }
        }
        let modes = api.settings.modes
        let kinds = ConsoleCaller.Kind.allCases.filter { $0.mode.map(modes.contains) ?? true }
        return [
            "id": .string(api.id), "name": .string(api.name), "isDefault": .boolean(api.isDefault),
            "callers": .list(kinds.map { .string($0.rawValue) }), "pools": .list(api.localPools.map { .string($0) }),
            "users": .list(users), "groups": .list(groups),
            "models": .list(compiled.models.map { .object(Self.describe($0)) }),
            "warnings": .list(warnings(about: api, compiled).map { .string($0.description) }),
        ]
    }

    /// What `gatehouse api push` prints about a schema: its warnings, and the functions that the server does not have.
    private func warnings(about api: StoredAPI, _ compiled: DataAPI) -> [SchemaNotice] {
        var missing = functions.missing(in: compiled)
        // The compiled schema has no places of functions, so the written one is read again for them.
        if !missing.isEmpty, let written = try? CompiledSchema(compiling: api.schema, settings: api.settings) {
            missing = functions.missing(in: written)
        }
        return compiled.warnings + missing
    }

    private static func describe(_ model: Model) -> GraphQLObject {
        var members: GraphQLObject = ["name": .string(model.name), "rules": .string(model.access.table)]
        members["list"] = model.operations.list.map { .string($0) }
        return members
    }

    /// The schema of an API as the answer to an introspection, in JSON; `nil` for an API without a schema.
    /// - Throws: The error of the store.
    package func schema(ofAPI id: String) async throws -> Data? {
        guard let service = try await apis.api(id)?.service else { return nil }
        return Data(await service.api.introspection().jsonBytes())
    }

    // MARK: - Requests

    /// A request of the page, ready to be sent.
    private struct Sending {
        let service: DataService
        let request: DataRequest
        let caller: Caller?
        let decisions = DecisionLog()
    }

    private func sending(_ body: Data) async throws -> Sending {
        guard let json = try? WireValue(foreignJSON: body), let request = DataRequest(json) else {
            throw ConsoleProblem("The request is an object in JSON with query, variables, caller and api.")
        }
        let chosen = try ConsoleCaller(json["caller"])
        guard let api = try await apis.api(json["api"]?.stringValue), let service = api.service else {
            throw ConsoleProblem("The server has no such data API, or the API has no schema.")
        }
        let caller = try await chosen.caller(of: api.stored, users, deployment)
        if let caller, !caller.isAdministrator, !api.stored.settings.modes.contains(caller.mode) {
            throw ConsoleProblem("The API does not accept the mode \(caller.mode.provider).")
        }
        return Sending(service: service, request: request, caller: caller)
    }

    /// The answer to a query or a mutation, with the records that were read and the decisions, in JSON.
    /// - Throws: The error of the store.
    package func send(_ body: Data) async throws -> Data {
        do {
            let sending = try await sending(body)
            guard let caller = sending.caller else { return Self.refusal(.unauthorized(.noHeader)) }
            let start = ContinuousClock.now
            let execution = await sending.service.execute(sending.request, by: caller, noting: sending.decisions)
            let duration = ContinuousClock.now - start
            if execution.isOutdated {
                throw ConsoleProblem("The API was changed while the request ran. Send it again.")
            }
            if let failure = execution.failure { throw failure }
            var members = Self.members(of: execution.answer)
            members["recordsRead"] = .int(execution.recordsRead)
            members["milliseconds"] = .float((duration / .microseconds(1)).rounded() / 1_000)
            members["caller"] = ConsoleReport.caller(caller)
            members["decisions"] = ConsoleReport.decisions(sending.decisions.take())
            return Self.json(members)
        } catch let problem as ConsoleProblem {
            return Self.json(["problem": .string(problem.message)])
        }
    }

    private static func members(of answer: DataAnswer) -> GraphQLObject {
        switch answer {
        case .response(let members): ["status": .int(200), "response": .object(members)]
        case .refused(let refusal):
            ["status": .int(400), "response": ConsoleReport.errors(refusal.errors)]
        }
    }

    private static func refusal(_ refusal: RequestRefusal) -> Data {
        json([
            "status": .int(refusal.status), "response": ConsoleReport.errors([refusal.error]),
            "recordsRead": .int(0), "caller": .null, "decisions": .list([]),
        ])
    }

    private static func json(_ members: GraphQLObject) -> Data { Data(GraphQLValue.object(members).jsonBytes()) }

    // MARK: - Subscriptions

    /// Subscribes, and writes a line of JSON for the start, for each event with its decisions, and for the end.
    /// - Throws: The error of the store, or what `write` throws when the reader has gone.
    package func listen(_ body: Data, _ write: (Data) async throws -> Void) async throws {
        func line(_ members: GraphQLObject) async throws { try await write(Self.json(members) + Data("\n".utf8)) }
        let sending: Sending
        do {
            sending = try await self.sending(body)
        } catch let problem as ConsoleProblem {
            return try await line(["problem": .string(problem.message)])
        }
        guard let caller = sending.caller else {
            return try await write(Self.refusal(.unauthorized(.noHeader)) + Data("\n".utf8))
        }
        var head: GraphQLObject = ["caller": ConsoleReport.caller(caller)]
        let events: DataSubscription
        do throws(DataRefusal) {
            events = try await sending.service.subscribe(sending.request, by: caller, noting: sending.decisions)
        } catch {
            head["response"] = ConsoleReport.errors(error.errors)
            head["decisions"] = ConsoleReport.decisions(sending.decisions.take())
            return try await line(head)
        }
        defer { events.cancel() }
        head["started"] = .boolean(true)
        head["decisions"] = ConsoleReport.decisions(sending.decisions.take())
        try await line(head)
        do {
            for try await payload in events {
                try await line([
                    "event": .object(payload), "decisions": ConsoleReport.decisions(sending.decisions.take()),
                ])
            }
        } catch let end as SubscriptionEnd {
            try await line(["ended": .string(end.text)])
        }
    }
}

extension SubscriptionEnd {
    /// The reason in words for the developer.
    fileprivate var text: String {
        switch self {
        case .tooSlow: "The page reads too slowly."
        case .apiChanged: "The API has changed: subscribe again."
        case .changesLost: "The server has missed changes of other nodes: subscribe again."
        }
    }
}
