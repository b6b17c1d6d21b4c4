// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseProjectStores
import GatehouseWire
import ProjectShapes

extension ProjectReading {
    /// The project with an id.
    /// - Throws: `ResourceNotFoundException` if there is none, the error of the store.
    @discardableResult
    func knownProject(_ id: String) throws -> StoredProject {
        guard let project = try self.project(id) else { throw ServiceFault.noProject(id) }
        return project
    }

    /// The environment of a project.
    /// - Throws: `ResourceNotFoundException` if the project or the environment does not exist, the error of the store.
    @discardableResult
    func knownEnvironment(_ name: String, of projectID: String) throws -> StoredEnvironment {
        try knownProject(projectID)
        guard let environment = try self.environment(name, of: projectID) else {
            throw ServiceFault.noEnvironment(name, of: projectID)
        }
        return environment
    }

    /// The newest state of an environment; `nil` if nothing was pushed.
    /// - Throws: the error of the store.
    func newestState(of environment: String, in projectID: String) throws -> PushedState? {
        try states(of: environment, in: projectID, limit: 1).first
    }

    /// The description of an environment with its lock, as far as it is held at a time, and its newest state.
    /// - Throws: the error of the store.
    func record(
        of environment: StoredEnvironment, in projectID: String, at now: Date
    ) throws -> EnvironmentRecord {
        let lock = environment.lock.flatMap { $0.isHeld(at: now) ? $0 : nil }
        return EnvironmentRecord(
            environmentName: environment.name, authRoleName: environment.authRole,
            unauthRoleName: environment.unauthRole, createdAt: environment.createdAt,
            lock: lock.map { EnvironmentLock($0) },
            state: try newestState(of: environment.name, in: projectID).map { StateSummary($0) })
    }
}

extension ProjectRecord {
    init(_ project: StoredProject) {
        self.init(
            appId: project.id, projectName: project.name, frontend: project.frontend, createdAt: project.createdAt)
    }
}

extension EnvironmentLock {
    init(_ lock: StoredLock) {
        self.init(holder: lock.holder, lockedAt: lock.lockedAt, expiresAt: lock.expiresAt)
    }
}

extension StateSummary {
    init(_ state: PushedState) {
        self.init(
            stateNumber: state.number, sha256: state.sha256, pushedBy: state.pushedBy, pushedFrom: state.pushedFrom,
            pushedAt: state.pushedAt)
    }
}
