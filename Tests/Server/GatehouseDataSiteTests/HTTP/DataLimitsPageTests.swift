// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseSchemaCompiler
import Testing

@testable import GatehouseDataSite

/// The numbers of docs/data-limits.md beside those of the code.
@Suite struct DataLimitsPageTests {
    private static let limits = DataLimits()
    private static let times = RealtimeTimes()

    /// The subjects of rows, and the numbers that their cells begin with or contain, in order.
    static let rows: [(subject: String, numbers: [String])] = [
        ("body of a request", [bytes(GraphQLOverHTTP.longestBody)]),
        (
            "document, its tokens, a name",
            [
                bytes(limits.document.bytes), number(limits.document.tokens),
                bytes(limits.document.nameLength),
            ]
        ),
        ("nesting of selections in an operation", [number(limits.execution.depth)]),
        ("selected fields, fragments unfolded", [number(limits.execution.fields)]),
        (
            "root fields, aliases of one field",
            [number(limits.execution.rootFields), number(limits.execution.aliases)]
        ),
        (
            "arguments of an operation as JSON, where a variable counts at each use",
            [bytes(limits.execution.argumentBytes)]
        ),
        (
            "comparisons of a filter or a condition, nesting, values of a list",
            [limits.conditions.conditions, limits.conditions.depth, limits.conditions.values].map(number)
        ),
        ("records of a page", [number(limits.page)]),
        ("records that a request reads", [number(limits.records), bytes(limits.loadedBytes)]),
        ("values of a response", [number(limits.execution.values)]),
        ("response", [bytes(limits.responseBytes)]),
        ("time of a request", ["\(number(Int(limits.seconds))) s"]),
        ("fields of a record as JSON", [bytes(RecordLimits.bytes)]),
        (
            "value of a partition key, of a sort key",
            [RecordLimits.partitionBytes, RecordLimits.sortBytes].map { "\(number($0)) bytes" }
        ),
        (
            "key, sort value and the names of model, index and field together; a partition value that is longer than 64 "
                + "bytes counts as 33",
            ["\(number(RecordLimits.placeBytes)) bytes"]
        ),
        ("owners and groups of a record", [number(RecordLimits.members)]),
        (
            "versions of a record that `AUTOMERGE` can merge with",
            [number(RecordLimits.versions), "\(number(Int(RecordRetention.changes / 60))) minutes"]
        ),
        ("changes that a sync with `lastSync` finds", ["\(number(Int(limits.deltaSeconds / 60))) minutes"]),
        ("written schema", [bytes(DataAPI.schemaSize)]),
        ("errors of a refused schema in the status of its creation", [number(SchemaCreations.Result.mostMessages)]),
        ("written types, fields of one type", [number(DataAPI.typeCount), number(DataAPI.fieldCount)]),
        ("APIs of a server", [number(DataAPIAdministration.mostAPIs)]),
        ("keys of an API", [number(DataAPIAdministration.mostKeys)]),
        ("answer of an authorizer function", [seconds(FunctionAuthorizer.timeLimit)]),
        ("subscriptions of a connection", [number(RealtimeSession.mostSubscriptions)]),
        ("starts of a connection", [times.starts.burst, times.starts.perSecond].map { number(Int($0)) }),
        (
            "arguments of a subscription as JSON, where a variable counts at each use",
            [bytes(limits.subscriptionArgumentBytes)]
        ),
        ("events that wait for a subscriber", [number(limits.waitingEvents), bytes(limits.waitingBytes)]),
        ("time until `connection_init`", [seconds(times.initialization)]),
        ("time between two messages `ka`", [seconds(times.keepAlive)]),
        ("life of a connection", ["\(number(Int(times.life.components.seconds / 3_600))) h"]),
        (
            "time until a revoked session, a deleted key or a left group ends a subscription",
            [seconds(times.check)]
        ),
        ("time after the end of a token until its subscriptions end", ["\(number(Int(times.grace))) s"]),
    ]

    /// The cells of the page's rows with two cells.
    private static func cells() throws -> [String: String] {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../docs/data-limits.md").standardizedFileURL
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        return Dictionary(rows.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { first, _ in first }
    }

    @Test(arguments: rows.indices) func `a row of the page has the numbers of the code`(position: Int) throws {
        let (subject, numbers) = Self.rows[position]
        let cell = try #require(try Self.cells()[subject], "docs/data-limits.md has no row '\(subject)'.")
        var rest = cell[...]
        for number in numbers {
            let range = try #require(rest.range(of: number), "The row '\(subject)' lacks \(number): \(cell)")
            // A number is not the beginning or the end of a longer one.
            let (before, after) = (rest[..<range.lowerBound].last, rest[range.upperBound...].first)
            #expect(
                before?.isNumber != true && after?.isNumber != true, "The row '\(subject)' has another number: \(cell)")
            rest = rest[range.upperBound...]
        }
    }

    private static func number(_ value: Int) -> String {
        value.formatted(.number.locale(Locale(identifier: "en_US")))
    }

    private static func seconds(_ duration: Duration) -> String { "\(number(Int(duration.components.seconds))) s" }

    private static func bytes(_ count: Int) -> String {
        if count.isMultiple(of: 1_048_576) { return "\(count / 1_048_576) MiB" }
        return count.isMultiple(of: 1_024) ? "\(count / 1_024) KiB" : "\(number(count)) bytes"
    }
}
