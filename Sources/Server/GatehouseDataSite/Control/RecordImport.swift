// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
package import GatehouseWire

/// What an import does with a record whose key is stored with other values, or with another version.
package enum ExistingRecords: String, CaseIterable, Sendable {
    /// The stored record stays.
    case keep
    /// The stored record gets the values of the import.
    case replace
    /// The import ends.
    case refuse
}

/// What an import has done.
package struct ImportCounts: Hashable, Sendable {
    /// The number of new records.
    package var imported = 0
    /// The number of stored records that were replaced.
    package var replaced = 0
    /// The number of stored records that differ and were kept.
    package var kept = 0

    /// How far an import has come.
    var progress: String { imported == 1 ? "1 record is imported." : "\(imported) records are imported." }

    static func += (counts: inout ImportCounts, more: ImportCounts) {
        counts.imported += more.imported
        counts.replaced += more.replaced
        counts.kept += more.kept
    }
}

/// The error of a line that cannot be imported.
struct ImportRefusal: Error {
    let line: Int
    let reason: String
    /// What the operator can do, besides a correction of the line.
    var cure: String?

    init(_ line: Int, _ reason: String, cure: String? = nil) {
        self.line = line
        self.reason = reason
        self.cure = cure
    }
}

extension DataAPIAdministration {
    /// Stores the records of lines that ``export(_:write:)`` wrote, with their versions.
    ///
    /// A record that is stored already, with the same version and the same values, is left as it is, so that an import
    /// that did not end can be repeated. In a model with versions, the time of a change is that of the import.
    ///
    /// - Parameters:
    ///   - id: the id of the API.
    ///   - existing: what happens to other records that are stored under the key of a line.
    ///   - next: gives the next line without its end, and `nil` after the last one.
    /// - Returns: what was done.
    /// - Throws: the error of `next`; `BadRequestException` with the number of the first line that is refused, and with the
    ///   number of records that are imported; or as ``export(_:write:)``.
    package func importRecords(
        into id: String, existing: ExistingRecords = .refuse,
        from next: () throws(ServiceFault) -> ArraySlice<UInt8>?
    ) async throws(ServiceFault) -> ImportCounts {
        let work = ImportWork(
            api: id, schema: try await schema(of: id), existing: existing, clock: forwardClock)
        var counts = ImportCounts()
        do {
            var batch: [ImportWork.Line] = []
            var number = 0
            while let line = try next() {
                number += 1
                guard !line.isEmpty else { continue }
                batch.append(ImportWork.Line(number: number, record: try RecordLine.record(line, number, work.schema)))
                guard batch.count == Self.step else { continue }
                counts += try await store(batch, work)
                batch = []
            }
            counts += try await store(batch, work)
            return counts
        } catch let refusal as ImportRefusal {
            throw .badRequest(
                "Line \(refusal.line) is refused: \(refusal.reason).\n" + counts.progress
                    + (refusal.cure.map { " " + $0 } ?? ""))
        } catch {
            let fault = ServiceFault(unforeseen: error)
            // An input that cannot be opened is no import.
            guard fault.code != .badRequest || counts != ImportCounts() else { throw fault }
            throw ServiceFault(
                fault.code, fault.message + "\n" + counts.progress + " Repeat the import when the cause is gone.",
                cause: fault.cause)
        }
    }

    private func store(_ batch: [ImportWork.Line], _ work: ImportWork) async throws -> ImportCounts {
        guard !batch.isEmpty else { return ImportCounts() }
        return try await records.write { store in
            var counts = ImportCounts()
            for line in batch { try work.store(line, in: store, &counts) }
            return counts
        }
    }
}

/// The work of an import on each of its lines.
private struct ImportWork: Sendable {
    /// A record of the import with the number of its line.
    struct Line: Sendable {
        let number: Int
        let record: Record
    }

    let api: String
    let schema: DataAPI
    let existing: ExistingRecords
    /// The clock of changes, which is read in each transaction: a sync may begin while an import runs.
    let clock: ForwardClock

    func store(_ line: Line, in store: any RecordWriting, _ counts: inout ImportCounts) throws {
        guard let model = schema.model(line.record.model) else { return }
        let indexes = RecordIndexValues(line.record.fields, model)
        var record = line.record
        // A client that has synced before, even an empty API, asks for changes since then: the time of the file would
        // hide the record from it.
        if model.isVersioned { record.changedAt = clock.now.milliseconds }
        do {
            try store.put(record, expecting: nil, indexes: indexes, in: api)
            counts.imported += 1
        } catch let conflict as RecordConflict {
            guard let stored = conflict.stored else { throw conflict }
            try settle(line, stored, model, indexes, in: store, &counts)
        } catch let refusal as RecordRefusal {
            throw ImportRefusal(line.number, "\(refusal)")
        }
    }

    private func settle(
        _ line: Line, _ stored: Record, _ model: Model, _ indexes: RecordIndexValues, in store: any RecordWriting,
        _ counts: inout ImportCounts
    ) throws {
        let hasSameValues = stored.hasValues(of: line.record)
        switch existing {
        case .refuse:
            guard hasSameValues, stored.version == line.record.version else {
                throw ImportRefusal(
                    line.number, "another record with the key is stored",
                    cure: "With --existing keep, stored records stay; with --existing replace, the file replaces them.")
            }
        case .keep:
            if !hasSameValues || stored.version != line.record.version { counts.kept += 1 }
        case .replace:
            guard !hasSameValues else { return }
            let now = clock.now.milliseconds
            var record = line.record
            if model.isVersioned {
                // Clients that know the stored version must see a later one, with a time that their next sync asks for.
                (record.version, record.changedAt) = (max(record.version, stored.version) + 1, stored.changedAt)
                record.change(at: now)
            }
            if schema.settings.conflicts(of: model.name)?.strategy == .automerge {
                try store.keepVersion(of: stored.key, of: model.name, replacedAt: now, in: api)
            }
            try store.put(record, expecting: stored.version, indexes: indexes, in: api)
            counts.replaced += 1
        }
    }
}

extension Record {
    /// Whether a record with the same key has the same values, or is deleted with them.
    fileprivate func hasValues(of other: Record) -> Bool {
        var record = self
        (record.version, record.changedAt) = (other.version, other.changedAt)
        return RecordLine.bytes(of: record) == RecordLine.bytes(of: other)
    }
}
