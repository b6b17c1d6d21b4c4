// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseData
import GatehouseDataSite
import GatehouseDataStores
import GatehouseUserPoolKernel
import GatehouseWire

/// `gatehouse api push`, and what an operator may not mean.
extension APICommand {
    func push(
        _ path: String, _ id: String, _ allowsLoss: Bool, _ isPlanOnly: Bool, _ installation: Installation,
        _ say: (String) -> Void, _ warn: (String) -> Void
    ) async throws {
        let administration = installation.dataAdministration
        let api = try await administration.api(id).stored
        let file = try SchemaFile(path, api.settings, of: .push)
        let doubts = try await Self.doubts(about: api, in: installation)
        for warning in file.warnings + file.missingFunctions(of: administration.functions) { warn(warning) }
        for doubt in doubts { warn(doubt) }
        guard !isPlanOnly else {
            let plan = try await administration.plan(file.text, for: id)
            for step in plan.steps { say((step.isDestructive ? "LOSS " : "") + step.description) }
            if plan.steps.isEmpty { say("Nothing changes for stored records.") }
            return
        }
        let pushed = try await administration.push(
            file.text, to: id, allowingLoss: allowsLoss, pause: Self.untilServersKnow)
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
