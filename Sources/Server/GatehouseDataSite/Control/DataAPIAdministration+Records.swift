// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseText
package import GatehouseWire

extension DataAPIAdministration {
    /// The most records of one transaction.
    private static let step = 200

    /// Writes all records of an API, tombstones included, as JSON: a line for each record, with its version.
    ///
    /// Records that change meanwhile are written as they were before or after the change.
    /// - Throws: `NotFoundException`, `GraphQLSchemaException`, or the fault of a failing store.
    package func export(_ id: String, write: ([UInt8]) -> Void) async throws(ServiceFault) {
        for model in try await schema(of: id).models {
            var query = RecordQuery(
                scope: .everything, includesDeleted: true, limit: Self.step, readLimit: Self.step)
            repeat {
                let part = query
                let page = try await ServiceFault.translating {
                    try await records.read { try $0.page(part, of: model.name, in: id) }
                }
                for record in page.records { write(RecordLine.bytes(of: record)) }
                query.after = page.next
            } while query.after != nil
        }
    }

    /// Stores the records of lines that ``export(_:write:)`` wrote, with their versions.
    ///
    /// A record that is stored already, with the same version and the same values, is left as it is, so that an import
    /// that did not end can be repeated.
    /// - Returns: the number of new records.
    /// - Throws: `BadRequestException` with the number of the first line that is refused, the lines before it may be stored;
    ///   or as ``export(_:write:)``.
    package func importRecords(
        _ lines: some Sequence<ArraySlice<UInt8>>, into id: String
    ) async throws(ServiceFault) -> Int {
        let schema = try await schema(of: id)
        var count = 0
        var batch: [(line: Int, record: Record, indexes: RecordIndexValues)] = []
        var number = 0
        for line in lines {
            number += 1
            guard !line.isEmpty else { continue }
            let record = try RecordLine.record(line, number, schema)
            guard let model = schema.model(record.model) else { continue }
            batch.append((number, record, RecordIndexValues(record.fields, model)))
            guard batch.count == Self.step else { continue }
            count += try await store(batch, in: id)
            batch = []
        }
        return try await count + store(batch, in: id)
    }

    private func schema(of id: String) async throws(ServiceFault) -> DataAPI {
        guard let schema = try await api(id).service?.api else {
            throw ServiceFault(.graphQLSchema, "No schema definition exists.")
        }
        return schema
    }

    private func store(
        _ batch: [(line: Int, record: Record, indexes: RecordIndexValues)], in id: String
    ) async throws(ServiceFault) -> Int {
        guard !batch.isEmpty else { return 0 }
        return try await ServiceFault.translating {
            try await records.write { store in
                var count = 0
                for (line, record, indexes) in batch {
                    do {
                        try store.put(record, expecting: nil, indexes: indexes, in: id)
                        count += 1
                    } catch let conflict as RecordConflict {
                        guard let stored = conflict.stored, stored.version == record.version,
                            stored.isDeleted == record.isDeleted,
                            RecordLine.bytes(of: stored) == RecordLine.bytes(of: record)
                        else { throw RecordLine.refusal(line, "another record with the key is stored") }
                    } catch let refusal as RecordRefusal {
                        throw RecordLine.refusal(line, "\(refusal)")
                    }
                }
                return count
            }
        }
    }
}

/// A record as a line of an export.
private enum RecordLine {
    /// The line of a record, without a line feed; the members of the record are in the order of their names.
    static func bytes(of record: Record) -> [UInt8] {
        var members = GraphQLObject()
        members["model"] = .string(record.model)
        members["version"] = .int(record.version)
        members["changedAt"] = .int(record.changedAt)
        if record.isDeleted { members["deleted"] = .boolean(true) }
        var fields = GraphQLObject()
        for (name, value) in record.fields.sorted(by: { $0.key < $1.key }) { fields[name] = value }
        members["fields"] = .object(fields)
        return GraphQLValue.object(members).jsonBytes()
    }

    /// The versions that a record may have: `_version` is an `Int` of 32 bits, and changes count upwards.
    private static let versions: ClosedRange<Int64> = 0...(1 << 30)
    /// The times in milliseconds that a record may have: those of `AWSTimestamp`, from 1970 to the year 9999.
    private static let times: ClosedRange<Int64> = 0...253_402_300_799_999

    /// The record of a line with a number.
    /// - Throws: `BadRequestException` for a line that is not a record of the schema.
    static func record(_ text: ArraySlice<UInt8>, _ line: Int, _ schema: DataAPI) throws(ServiceFault) -> Record {
        guard let json = try? WireValue(foreignJSON: text), let name = json["model"]?.stringValue,
            let version = json["version"]?.integerValue, let changedAt = json["changedAt"]?.integerValue,
            let fields = json["fields"].flatMap({ GraphQLValue($0).members })
        else { throw refusal(line, "it is not a record as JSON") }
        guard let model = schema.model(name) else {
            throw refusal(line, "the schema has no model \(name.prefix(64))")
        }
        for (member, number, allowed) in [("version", version, versions), ("changedAt", changedAt, times)]
        where !allowed.contains(number) {
            throw refusal(line, "\(member) must be from 0 to \(allowed.upperBound)")
        }
        if let problem = schema.problem(of: fields, in: model) { throw refusal(line, "\(problem)") }
        guard let key = RecordID(fields, model.key) else { throw refusal(line, "a value of the key is missing") }
        return Record(
            model: name, key: key, fields: fields, version: Int(version), changedAt: Int(changedAt),
            isDeleted: json["deleted"]?.boolValue ?? false)
    }

    static func refusal(_ line: Int, _ reason: String) -> ServiceFault {
        ServiceFault(.badRequest, "Line \(line) is refused: \(reason).")
    }
}
