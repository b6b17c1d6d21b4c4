// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseData
import GatehouseDataModel
import GatehouseDataSite
import GatehouseDataStores
import GatehouseSchemaCompiler
import GatehouseText
import GatehouseUserPoolKernel
import GatehouseWire

/// `gatehouse api push`, and what an operator may not mean.
extension APICommand {
    func push(
        _ file: String, _ id: String, _ allowsLoss: Bool, _ isPlanOnly: Bool, _ installation: Installation,
        _ say: (String) -> Void, _ warn: (String) -> Void
    ) async throws {
        let administration = installation.dataAdministration
        let api = try await administration.api(id).stored
        let schema = try Self.text(of: file)
        let compiled = try Self.compiled(schema, of: file, api.settings)
        let doubts = try await Self.doubts(about: api, in: installation)
        let missing = administration.functions.missing(in: compiled)
        for notice in compiled.api.warnings + missing { warn(SchemaFile.line(notice, in: file)) }
        for doubt in doubts { warn(doubt) }
        guard !isPlanOnly else {
            let plan = try await administration.plan(schema, for: id)
            for step in plan.steps { say((step.isDestructive ? "LOSS " : "") + step.description) }
            if plan.steps.isEmpty { say("Nothing changes for stored records.") }
            return
        }
        let pushed = try await administration.push(
            schema, to: id, allowingLoss: allowsLoss, pause: Self.untilServersKnow)
        for step in pushed.plan.steps { say(step.description) }
        say("The schema is in use, revision \(pushed.api.revision).")
        if let remainder = pushed.remainder { say(Self.later("Dropped records and values are", remainder)) }
    }

    /// Waits until a server on the folder has taken a change over, which it does at its first request after a second.
    @Sendable static func untilServersKnow() async throws {
        try await Task.sleep(for: .seconds(2 * StoredDataAPIs.interval))
    }

    /// Why a part of what a change removes is still stored, and when it goes.
    static func later(_ what: String, _ fault: ServiceFault) -> String {
        "\(what) not all removed: \(fault.cause.map { "\($0)" } ?? fault.message). "
            + "The server removes them when it starts, and every five minutes."
    }

    private static func compiled(
        _ schema: String, of path: String, _ settings: DataSettings
    ) throws(StartupRefusal) -> CompiledSchema {
        do {
            return try CompiledSchema(compiling: schema, settings: settings)
        } catch {
            let count = error.errors.count == 1 ? "1 error" : "\(error.errors.count) errors"
            throw StartupRefusal(
                .usage, "The schema \(path) has \(count), and is not in use.",
                details: error.errors.map { SchemaFile.line($0, in: path) })
        }
    }

    private static func text(of path: String) throws(ServiceFault) -> String {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw ServiceFault(.badRequest, "The file \(path) cannot be read.")
        }
        guard let text = String(validating: data, as: UTF8.self), StreamSafeText.contains(text) else {
            throw ServiceFault(.badRequest, "\(path) is not text in UTF-8.")
        }
        if let language = ForeignSchema(path: path, text: text) {
            throw ServiceFault(
                .badRequest, "\(path) \(language.problem)\n" + language.cure.joined(separator: "\n"))
        }
        return text
    }

    /// The user pools and the authorizer of an API that the server does not have.
    static func doubts(about api: StoredAPI, in installation: Installation) async throws -> [String] {
        let pools = Set(try await installation.userPools.records.poolIDs())
        var doubts = api.localPools.filter { !pools.contains($0) }.map { id in
            "The server has no user pool \(id). Requests with tokens of it get status 401. Correct the id with gatehouse api "
                + "update --user-pool; a pool of another server is named with the iss of its tokens, as id=iss."
        }
        if let function = api.authorizer?.function, !installation.dataFunctions.knows(function) {
            doubts.append(
                "The functions file, which GATEHOUSE_TRIGGERS names, has no function \(function). Until the server's file "
                    + "has it, requests that it decides about get status 401.")
        }
        return doubts
    }
}
