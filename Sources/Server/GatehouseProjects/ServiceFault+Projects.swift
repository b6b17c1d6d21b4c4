// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseProjectStores
import GatehouseWire
import ProjectShapes

// The faults of project records. Texts that come from requests were checked: they have no control characters.
extension ServiceFault {
    static func invalid(_ text: String) -> ServiceFault { ServiceFault(.validation, text) }

    static func beyondLimit(_ text: String) -> ServiceFault { ServiceFault(.limitExceeded, text) }

    static func noProject(_ id: String) -> ServiceFault {
        ServiceFault(
            .resourceNotFound,
            "The project \(id) does not exist on this server: ListProjects names those that do.")
    }

    static func noEnvironment(_ name: String, of projectID: String) -> ServiceFault {
        ServiceFault(
            .resourceNotFound,
            "The project \(projectID) has no environment \(name): ListEnvironments names those that it has.")
    }

    static func noState(_ number: Int?, of environment: String) -> ServiceFault {
        guard let number else {
            return ServiceFault(.resourceNotFound, "Nothing was pushed to the environment \(environment) yet.")
        }
        return ServiceFault(
            .resourceNotFound,
            "The environment \(environment) has no state \(number): ListStates names those that it keeps.")
    }

    static func noContent(_ sha256: String) -> ServiceFault {
        ServiceFault(.resourceNotFound, "The project has no content with the SHA-256 \(sha256).")
    }

    /// The environment is held by another push, which the members describe.
    static func locked(_ environment: String, by lock: StoredLock) -> ServiceFault {
        let end = WireTimestamp.iso8601(lock.expiresAt)
        return ServiceFault(
            .environmentLocked,
            "The environment \(environment) is held by \(lock.holder) until \(end): wait until that push has ended.",
            members: EnvironmentLock(lock).members)
    }

    /// The caller does not hold the environment, or no longer.
    static func lockLost(_ environment: String) -> ServiceFault {
        ServiceFault(
            .lockLost,
            "The environment \(environment) is not held with this token, or not any more: lock it with "
                + "LockEnvironment, and begin again.")
    }

    /// The newest state is another one than the caller expected; the members describe it.
    static func stateConflict(_ newest: PushedState?, in environment: String) -> ServiceFault {
        guard let newest else {
            return ServiceFault(
                .stateConflict,
                "Nothing was pushed to the environment \(environment) yet: leave out the expected state.")
        }
        return ServiceFault(
            .stateConflict,
            "\(newest.pushedBy) pushed state \(newest.number) of the environment \(environment) from "
                + "\(newest.pushedFrom) at \(WireTimestamp.iso8601(newest.pushedAt)): get it, and push again.",
            members: StateSummary(newest).members.filter { $0.key != "Sha256" })
    }
}

extension WireStructure {
    /// The members of the structure, for a fault that has the same.
    fileprivate var members: [WireName: WireValue] { wireValue(in: .json).objectValue ?? [:] }
}
