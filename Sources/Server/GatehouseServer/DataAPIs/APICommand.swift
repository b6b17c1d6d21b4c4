// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseData
import GatehouseDataModel
import GatehouseDataSite
import GatehouseDataStores
import GatehouseText
import GatehouseWire

/// A change or a description of data APIs, for `gatehouse api`.
package enum APICommand: Sendable {
    /// Creates an API.
    case create(name: String, APIOptions)
    /// Changes what the options name.
    case update(String, name: String?, APIOptions)
    /// Describes an API as AppSync does, or all APIs.
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
    /// Stores the records of a file.
    case `import`(String, file: String)
    /// Deletes an API with its keys and records.
    case delete(String)

    /// Runs the command, beside a server or not; `say` gets the lines of the output.
    /// - Throws: `StartupRefusal` with the reason.
    package func run(on process: ServerProcess, say: (String) -> Void) async throws {
        try await process.maintain { installation in
            do throws(ServiceFault) {
                try await run(
                    installation.dataAdministration, APIDescription(installation.deployment), process.clock, say)
            } catch {
                let lines = error.message.split(separator: "\n").map(String.init)
                throw StartupRefusal(
                    error.code == .badRequest || error.code == .notFound ? .usage : .unavailable,
                    lines.first ?? error.code.rawValue, details: Array(lines.dropFirst()))
            }
        }
    }

    private func run(
        _ administration: DataAPIAdministration, _ descriptions: APIDescription, _ clock: WallClock,
        _ say: (String) -> Void
    ) async throws(ServiceFault) {
        switch self {
        case .create(let name, let options):
            let api = try await administration.create(
                try options.definition(name: name), tags: options.tags, isDefault: options.isDefault)
            say("apiId: \(api.id)")
            say("endpoint: \(descriptions.endpoint(api.id))")
        case .update(let id, let name, let options):
            _ = try await administration.update(id) { api throws(ServiceFault) in
                try options.change(&api, name: name)
            }
            say("\(id) is updated.")
        case .describe(let id):
            let apis = if let id { [try await administration.api(id)] } else { try await administration.all() }
            for api in apis { say(Self.readable(descriptions.api(api.stored))) }
        case .rules(let id): try Self.show(try await administration.api(id), say)
        case .push(let id, let file, let allowsLoss, let isPlanOnly):
            try await push(try Self.text(of: file), id, allowsLoss, isPlanOnly, administration, say)
        case .keys(let id):
            for key in try await administration.keys(of: id) {
                say("\(key.key)\t\(WireTimestamp.iso8601(key.expiresAt))\t\(key.description ?? "")")
            }
        case .createKey(let id, let days, let description):
            let expiry = clock.now.addingTimeInterval(TimeInterval(days) * 86_400)
            let key = try await administration.createKey(of: id, description: description, expiresAt: expiry)
            say("\(key.key)\t\(WireTimestamp.iso8601(key.expiresAt))")
        case .deleteKey(let id, let key):
            try await administration.deleteKey(key, of: id)
            say("The key is deleted.")
        case .export(let id):
            try await administration.export(id) { say(String(decoding: $0, as: UTF8.self)) }
        case .import(let id, let file):
            let bytes = try Self.bytes(of: file)
            let count = try await administration.importRecords(
                bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false), into: id)
            say(count == 1 ? "1 record is imported." : "\(count) records are imported.")
        case .delete(let id):
            try await administration.delete(id)
            say("\(id) is deleted.")
        }
    }

    private func push(
        _ schema: String, _ id: String, _ allowsLoss: Bool, _ isPlanOnly: Bool,
        _ administration: DataAPIAdministration, _ say: (String) -> Void
    ) async throws(ServiceFault) {
        guard !isPlanOnly else {
            let plan = try await administration.plan(schema, for: id)
            for step in plan.steps { say((step.isDestructive ? "LOSS " : "") + step.description) }
            if plan.steps.isEmpty { say("Nothing changes for stored records.") }
            for warning in try await administration.warnings(about: schema, for: id) { say("warning: \(warning)") }
            return
        }
        // A server on the folder takes the schema over at its first request after that time.
        let pushed = try await administration.push(schema, to: id, allowingLoss: allowsLoss) {
            try await Task.sleep(for: .seconds(2 * StoredDataAPIs.interval))
        }
        for warning in pushed.compiled.warnings { say("warning: \(warning)") }
        for step in pushed.plan.steps { say(step.description) }
        say("The schema is in use, revision \(pushed.api.revision).")
    }

    private static func show(_ api: ServedAPI, _ say: (String) -> Void) throws(ServiceFault) {
        guard let schema = api.service?.api else {
            throw ServiceFault(.badRequest, "The API has no schema: see gatehouse api push.")
        }
        for line in schema.rules(warnings: schema.warnings.map(\.description)) { say(line) }
    }

    /// The JSON without its last line feed, which the output adds.
    private static func readable(_ value: WireValue) -> String {
        let json = value.json()
        return String(decoding: ((try? ReadableJSON.data(json)) ?? json).dropLast(), as: UTF8.self)
    }

    private static func text(of path: String) throws(ServiceFault) -> String {
        guard let text = String(validating: try bytes(of: path), as: UTF8.self), StreamSafeText.contains(text) else {
            throw ServiceFault(.badRequest, "\(path) is not text in UTF-8.")
        }
        if let language = ForeignSchema(path: path, text: text) {
            throw ServiceFault(
                .badRequest, "\(path) \(language.problem)\n" + language.cure.joined(separator: "\n"))
        }
        return text
    }

    private static func bytes(of path: String) throws(ServiceFault) -> [UInt8] {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw ServiceFault(.badRequest, "The file \(path) cannot be read.")
        }
        return Array(data)
    }
}
