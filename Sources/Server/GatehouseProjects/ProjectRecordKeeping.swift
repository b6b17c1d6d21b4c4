// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
package import GatehouseCore
package import GatehouseCrypto
package import GatehouseProjectStores
package import GatehouseWire
package import ProjectShapes

/// The project records of the amplify tool: the pushed states of each environment, and the lock that a push holds.
///
/// The files are not sealed, because they hold no secrets: the tool sends secrets to the services that use them, and
/// keeps them out of what it pushes.
package struct ProjectRecordKeeping: Sendable {
    /// Seals a user pool into a file that can be restored; gets the id of the pool and the region of the request.
    package typealias Archive = @Sendable (String, String) async -> Result<ArchivedPool, ServiceFault>

    let store: any ProjectStore
    let clock: WallClock
    let entropy: Entropy
    let nameOfCaller: @Sendable (Principal) -> String
    let archive: Archive

    /// Creates the domain from its dependencies.
    /// - Parameters:
    ///   - store: has the records.
    ///   - clock: the source of the time, for the lifetime of locks.
    ///   - entropy: the source of ids and of the tokens of locks.
    ///   - nameOfCaller: the access key or the ARN by which a state names who pushed it.
    ///   - archive: seals a user pool before the tool deletes it.
    package init(
        store: any ProjectStore, clock: WallClock, entropy: Entropy,
        nameOfCaller: @escaping @Sendable (Principal) -> String, archive: @escaping Archive
    ) {
        self.store = store
        self.clock = clock
        self.entropy = entropy
        self.nameOfCaller = nameOfCaller
        self.archive = archive
    }

    /// The operations of project records for one request.
    package func service(for context: RequestContext) -> ProjectRecordKeeper {
        ProjectRecordKeeper(records: self, context: context)
    }
}

/// The operations of project records for one request; the caller's permission was checked before.
package struct ProjectRecordKeeper: ProjectRecordsService {
    let records: ProjectRecordKeeping
    let context: RequestContext

    /// Reads the records in one transaction.
    /// - Throws: the fault that `body` throws, the fault of a failing store.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any ProjectReading) throws -> Value
    ) async throws(ServiceFault) -> Value {
        let store = records.store
        return try await ServiceFault.translating { try await store.read(body) }
    }

    /// Changes the records in one transaction.
    /// - Throws: the fault that `body` throws, the fault of a failing store.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any ProjectWriting) throws -> Value
    ) async throws(ServiceFault) -> Value {
        let store = records.store
        return try await ServiceFault.translating { try await store.write(body) }
    }

    /// Seals a user pool into a file on the server, from which it can be restored.
    /// - Throws: the fault of the archive, such as `ArchiveFailedException`.
    package func archiveUserPool(
        _ request: ArchiveUserPoolRequest
    ) async throws(ServiceFault) -> ArchiveUserPoolResponse {
        switch await records.archive(request.userPoolId, context.region) {
        case .success(let archived):
            return ArchiveUserPoolResponse(
                archiveName: archived.name, users: Int64(archived.users), restoreCommand: archived.command)
        case .failure(let fault): throw fault
        }
    }
}

/// The sealed copy of a user pool that was written into a file of the server.
package struct ArchivedPool: Sendable, Equatable {
    /// The name of the file.
    package let name: String
    /// The number of users in the copy.
    package let users: Int
    /// The command that restores the pool, for an operator of the server.
    package let command: String

    /// Creates the description of a copy.
    package init(name: String, users: Int, command: String) {
        self.name = name
        self.users = users
        self.command = command
    }
}
