// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore

/// The store of project records: projects, their environments, the pushed states and the contents of files.
///
/// Nothing in it is sealed: the tool keeps secrets out of what it pushes, and of a lock only the hash of its token is
/// stored.
package protocol ProjectStore: TransactionalStore
where Reading == any ProjectReading, Writing == any ProjectWriting {}

/// What a transaction can read of project records.
package protocol ProjectReading {
    /// The project with an id.
    func project(_ id: String) throws -> StoredProject?

    /// At most `limit` projects in the order of their ids, those after an id if there is one.
    func projects(after id: String?, limit: Int) throws -> [StoredProject]

    /// The number of projects.
    func projectCount() throws -> Int

    /// The environment of a project with a name.
    func environment(_ name: String, of projectID: String) throws -> StoredEnvironment?

    /// All environments of a project, by ascending name.
    func environments(of projectID: String) throws -> [StoredEnvironment]

    /// The states of an environment, the newest first; at most `limit` of them.
    func states(of environment: String, in projectID: String, limit: Int) throws -> [PushedState]

    /// The state of an environment with a number.
    func state(_ number: Int, of environment: String, in projectID: String) throws -> PushedState?

    /// The outputs that were pushed with a state.
    func outputs(ofState number: Int, of environment: String, in projectID: String) throws -> String?

    /// The files of a state, in the order of the bytes of their paths.
    func files(ofState number: Int, of environment: String, in projectID: String) throws -> [PushedFile]

    /// The number of bytes of a content that the project has; `nil` if it does not have it.
    func size(ofContent sha256: String, in projectID: String) throws -> Int?

    /// A content that the project has.
    func content(_ sha256: String, in projectID: String) throws -> [UInt8]?

    /// The sum of a project's contents that no state uses.
    func unusedContent(in projectID: String) throws -> UnusedContent
}

/// What a transaction can change of project records.
package protocol ProjectWriting: ProjectReading {
    /// Adds a project.
    /// - Throws: `StoreConflict` if the id is taken.
    func insert(_ project: StoredProject) throws

    /// Adds an environment to a project, without a lock.
    /// - Throws: `StoreConflict` if the name is taken.
    func insert(_ environment: StoredEnvironment, of projectID: String) throws

    /// Replaces the lock of an environment; `nil` frees it.
    func setLock(_ lock: StoredLock?, of environment: String, in projectID: String) throws

    /// Adds a state with its files and outputs.
    /// - Throws: `StoreConflict` if the number is taken.
    func insert(
        _ state: PushedState, files: [PushedFile], outputs: String, of environment: String, in projectID: String)
        throws

    /// Removes the states of an environment up to a number, and the contents that only they use.
    func removeStates(upTo number: Int, of environment: String, in projectID: String) throws

    /// Removes an environment with its states, and the contents that only they use.
    func removeEnvironment(_ name: String, of projectID: String) throws

    /// Removes a project without environments, and its contents.
    func removeProject(_ id: String) throws

    /// Stores a content at a time; one that is stored already gets the new time.
    func putContent(_ content: [UInt8], sha256: String, in projectID: String, at time: Date) throws

    /// Removes a project's contents that no state uses and that were stored before a time.
    func removeUnusedContent(in projectID: String, storedBefore time: Date) throws
}
