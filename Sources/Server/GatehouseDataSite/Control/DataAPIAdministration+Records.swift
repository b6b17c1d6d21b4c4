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
    static let step = 200

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

    /// The compiled schema of an API.
    func schema(of id: String) async throws(ServiceFault) -> DataAPI {
        try await api(id).schema()
    }
}

/// A record as a line of an export.
enum RecordLine {
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

    /// The members of a line.
    private static let memberNames: Set<String> = ["model", "version", "changedAt", "deleted", "fields"]
    /// The versions that a record may have: `_version` is an `Int` of 32 bits, and changes count upwards.
    private static let versions: ClosedRange<Int64> = 0...(1 << 30)
    /// The times in milliseconds that a record may have: those of `AWSTimestamp`, from 1970 to the year 9999.
    private static let times: ClosedRange<Int64> = 0...253_402_300_799_999

    /// The record of a line with a number.
    /// - Throws: `BadRequestException` for a line that is not a record of the schema.
    static func record(_ text: ArraySlice<UInt8>, _ line: Int, _ schema: DataAPI) throws(ImportRefusal) -> Record {
        guard let json = try? WireValue(foreignJSON: text), let members = json.objectValue else {
            throw ImportRefusal(line, "it is not a record as JSON")
        }
        if let stranger = members.keys.map(\.text).sorted().first(where: { !memberNames.contains($0) }) {
            throw ImportRefusal(line, "the member \(stranger.prefix(64)) is unknown")
        }
        guard let name = json["model"]?.stringValue else { throw ImportRefusal(line, "model must be a text") }
        guard let version = json["version"]?.integerValue else {
            throw ImportRefusal(line, "version must be a number")
        }
        guard let changedAt = json["changedAt"]?.integerValue else {
            throw ImportRefusal(line, "changedAt must be a number")
        }
        guard let fields = json["fields"].flatMap({ GraphQLValue($0).members }) else {
            throw ImportRefusal(line, "fields must be an object")
        }
        guard let model = schema.model(name) else {
            throw ImportRefusal(line, "the schema has no model \(name.prefix(64))")
        }
        for (member, number, allowed) in [("version", version, versions), ("changedAt", changedAt, times)]
        where !allowed.contains(number) {
            throw ImportRefusal(line, "\(member) must be from 0 to \(allowed.upperBound)")
        }
        if let problem = schema.problem(of: fields, in: model) { throw ImportRefusal(line, "\(problem)") }
        guard let key = RecordID(fields, model.key) else { throw ImportRefusal(line, "a value of the key is missing") }
        return Record(
            model: name, key: key, fields: fields, version: Int(version), changedAt: Int(changedAt),
            isDeleted: json["deleted"]?.boolValue ?? false)
    }
}
