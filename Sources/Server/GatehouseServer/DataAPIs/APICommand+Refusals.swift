// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataSite
import GatehouseStorage
import GatehouseWire

/// The faults of `gatehouse api` in words for the operator, with the corrective action.
extension APICommand {
    static let nothingToChange = StartupRefusal(
        .usage,
        "There is nothing to change. Say what changes with --name, --mode, --user-pool, --issuer, --authorizer, "
            + "--authorizer-ttl, --authorizer-tokens, --tag or --default.")

    /// The refusal for the fault of a command on a data folder.
    static func refusal(of fault: ServiceFault, inDataFolder folder: String) -> StartupRefusal {
        switch fault.code {
        case .badRequest, .notFound, .apiKeyValidity, .apiKeyLimit, .apiLimit:
            return refusal(inLinesOf: fault)
        case .graphQLSchema where fault.message.contains("\n"):
            // The lines are the errors of a stored schema.
            return refusal(inLinesOf: fault)
        case .graphQLSchema:
            return StartupRefusal(
                .usage, "The API has no schema, and so no records. Take a schema into use with gatehouse api push.")
        case .concurrentModification:
            return StartupRefusal(
                .unavailable,
                "Another change of the API runs, or was made meanwhile. This one is not made: repeat the command.")
        default:
            let lines = fault.message.split(separator: "\n").map(String.init)
            let cause = fault.cause.map { "\($0)" } ?? lines.first ?? fault.code.rawValue
            // A command on a damaged file fails again.
            let isDamaged = fault.cause as? StorageError == .corrupt
            return StartupRefusal(
                isDamaged ? .damaged : .unavailable,
                "The data APIs cannot be read or changed: \(cause). \(Cure.text(for: fault, inDataFolder: folder))",
                details: Array(lines.dropFirst()))
        }
    }

    /// The refusal of what the operator corrects: the first line of the fault, with the others as details.
    private static func refusal(inLinesOf fault: ServiceFault) -> StartupRefusal {
        let lines = fault.message.split(separator: "\n").map(String.init)
        return StartupRefusal(.usage, lines.first ?? fault.code.rawValue, details: Array(lines.dropFirst()))
    }
}
