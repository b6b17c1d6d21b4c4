// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseData
import GatehouseDataModel
import GatehouseDataSite
import GatehouseDataStores
import GatehouseUserPoolKernel
import GatehouseWire

/// A change or a description of data APIs, for `gatehouse api`.
package enum APICommand: Sendable {
    /// Creates an API.
    case create(name: String, APIOptions)
    /// Changes what the options name.
    case update(String, name: String?, APIOptions)
    /// Describes an API as AppSync does, or all APIs as an array.
    case describe(String?)
    /// Shows who may do what with each field of each model.
    case rules(String)
    /// Takes a schema into use, or shows what that would change.
    case push(String, file: String, allowsLoss: Bool, isPlanOnly: Bool)
    /// Lists the keys of an API.
    case keys(String)
    /// Creates a key that is valid for some days.
    case createKey(String, days: Int, description: String?)
    /// Deletes a key.
    case deleteKey(String, key: String)
    /// Writes all records.
    case export(String)
    /// Stores the records of a file, or of the standard input with the name `-`.
    case `import`(String, file: String, existing: Existing)
    /// Deletes an API with its keys and records.
    case delete(String)

    /// What an import does with records that are stored otherwise.
    package enum Existing: String, CaseIterable, Sendable {
        case keep
        case replace
        case refuse

        var records: ExistingRecords {
            switch self {
            case .keep: .keep
            case .replace: .replace
            case .refuse: .refuse
            }
        }
    }

    /// Runs the command, beside a server or not; `say` gets the lines of the output, and `warn` what the operator may not
    /// mean.
    /// - Throws: `StartupRefusal` with the reason.
    package func run(
        on process: ServerProcess, say: (String) -> Void, warn: (String) -> Void
    ) async throws {
        if namesFunctions, let problem = process.configuration.functionNames?.problem { warn(problem) }
        try await process.maintain { installation in
            do {
                try await run(installation, process.clock, say, warn)
            } catch let refusal as StartupRefusal {
                throw refusal
            } catch {
                throw Self.refusal(
                    of: ServiceFault(unforeseen: error), inDataFolder: process.configuration.dataDirectory)
            }
        }
    }

    /// Whether the command says which functions the server does not have.
    private var namesFunctions: Bool {
        switch self {
        case .create, .update, .push: true
        case .describe, .rules, .keys, .createKey, .deleteKey, .export, .import, .delete: false
        }
    }

    private func run(
        _ installation: Installation, _ clock: WallClock, _ say: (String) -> Void, _ warn: (String) -> Void
    ) async throws {
        let administration = installation.dataAdministration
        let descriptions = APIDescription(installation.deployment)
        switch self {
        case .create(let name, let options):
            let api = try await administration.create(
                try options.definition(name: name), tags: options.tags, isDefault: options.isDefault)
            say("apiId: \(api.id)")
            say("endpoint: \(descriptions.endpoint(api.id))")
            for doubt in try await Self.doubts(about: api, in: installation) { warn(doubt) }
        case .update(let id, let name, let options):
            guard name != nil || !options.isEmpty else { throw Self.nothingToChange }
            let api = try await administration.update(id) { api throws(ServiceFault) in
                try options.change(&api, name: name)
            }
            say("\(id) is updated.")
            for doubt in try await Self.doubts(about: api, in: installation) { warn(doubt) }
        case .describe(let id):
            let apis = if let id { [try await administration.api(id)] } else { try await administration.all() }
            let defaultID = try await administration.defaultID()
            let described = apis.map { descriptions.api($0.stored, isDefault: $0.stored.id == defaultID) }
            // Without an id, the output is an array for any number of APIs, so that scripts need not tell them apart.
            let shown: [WireValue] = id == nil ? [.array(described)] : described
            for value in shown { say(Self.readable(value)) }
        case .rules(let id): try Self.show(try await administration.api(id), say)
        case .push(let id, let file, let allowsLoss, let isPlanOnly):
            try await push(file, id, allowsLoss, isPlanOnly, installation, say, warn)
        case .keys(let id):
            for key in try await administration.keys(of: id) {
                let mark = key.expiresAt > clock.now ? "" : "\texpired"
                say("\(key.key)\t\(WireTimestamp.iso8601(key.expiresAt))\t\(key.description ?? "")\(mark)")
            }
        case .createKey(let id, let days, let description):
            guard (1...365).contains(days) else {
                throw StartupRefusal(.usage, "--days must be a number from 1 to 365.")
            }
            let expiry = clock.now.addingTimeInterval(TimeInterval(days) * 86_400)
            let key = try await administration.createKey(of: id, description: description, expiresAt: expiry)
            say("\(key.key)\t\(WireTimestamp.iso8601(key.expiresAt))")
        case .deleteKey(let id, let key):
            try await administration.deleteKey(key, of: id)
            say("The key is deleted.")
        case .export(let id):
            try await administration.export(id) { say(String(decoding: $0, as: UTF8.self)) }
        case .import(let id, let file, let existing):
            let lines = try InputLines(file)
            try await ServiceFault.translating { try await installation.userPools.continueForwardClock() }
            let counts = try await administration.importRecords(into: id, existing: existing.records) {
                () throws(ServiceFault) in try lines.next()
            }
            say(counts.imported == 1 ? "1 record is imported." : "\(counts.imported) records are imported.")
            if counts.replaced > 0 { say("Stored records that are replaced: \(counts.replaced).") }
            if counts.kept > 0 { say("Stored records that differ, and are kept: \(counts.kept).") }
        case .delete(let id):
            let remainder = try await administration.delete(id, pause: Self.untilServersKnow)
            say("\(id) is deleted.")
            if let remainder { say(Self.later("Its records are", remainder)) }
        }
    }

    private static func show(_ api: ServedAPI, _ say: (String) -> Void) throws(ServiceFault) {
        guard !api.stored.schema.isEmpty else {
            throw ServiceFault(.badRequest, "The API has no schema: see gatehouse api push.")
        }
        let schema = try api.schema()
        for line in schema.rules(warnings: schema.warnings.map(\.description)) { say(line) }
    }

    /// The JSON without its last line feed, which the output adds.
    private static func readable(_ value: WireValue) -> String {
        String(decoding: value.readableJSON().dropLast(), as: UTF8.self)
    }
}
