// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCore
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseWire

extension DataAPIAdministration {
    /// Removes what changes of all APIs have listed and not removed, because a process has ended or has failed.
    ///
    /// - Parameter age: the time in seconds for which a change may still be at it, so that its values are left to it.
    /// - Throws: the first error; what the others have listed is removed.
    package func removeListed(beforeLast age: TimeInterval) async throws {
        let end = clock.now.addingTimeInterval(-age)
        let listed = try await records.read { try $0.cleanups(of: nil) }.filter { $0.listedAt <= end }
        var failure: (any Error)?
        for id in Set(listed.map(\.api)).sorted() {
            do {
                try await removeListed(of: id, under: try await apis.api(id))
            } catch is OutdatedRevision {
                // This process will know the revision in the next round.
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Removes what changes of an API have listed; `api` is the API in force, `nil` for one that was deleted.
    func removeListed(of id: String, under api: ServedAPI?) async throws {
        guard api?.isReadable ?? true else { return }
        for cleanup in try await records.read({ try $0.cleanups(of: id) }) {
            // An API that is made again with the same id begins without records.
            let isOfDeleted = cleanup.subject == .everything
            try await RecordRemoval(
                cleanup, under: isOfDeleted ? nil : api?.service?.api,
                revision: isOfDeleted ? nil : api?.stored.revision, in: records, at: pace
            ).run()
        }
    }

    /// The fault for which a removal after a change did not end; the change itself is made.
    func remainder(_ remove: () async throws -> Void) async -> ServiceFault? {
        do {
            try await remove()
            return nil
        } catch {
            return ServiceFault(unforeseen: error)
        }
    }
}

extension ServedAPI {
    /// Whether this release compiles the schema of the API; an API without a schema has nothing to compile.
    var isReadable: Bool { service != nil || stored.schema.isEmpty }
}
