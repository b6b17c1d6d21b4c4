// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GRDB
import Testing

@testable import AWSDataStorePlugin
@testable import GeneratedModels

/// Tables, their order, and names that SQL could misread.
@Suite struct ModelTableTests {
    @Test func `all generated models have tables`() throws {
        AmplifyModels().registerModels(registry: ModelRegistry.self)
        // Other tests register models as well.
        let models = ModelRegistry.models.filter { String(reflecting: $0).hasPrefix("GeneratedModels.") }
        #expect(models.contains { $0.modelName == "Enrolment" })
        #expect(try MemoryStore(models).catalog.ordered.count == models.count)
    }

    @Test func `parents come before children, and a cycle is cut at one place`() {
        let models: [any Model.Type] = [
            ChatMessage.self, ChatMembership.self, ChatRoom.self, ChatUser.self, Car.self, Engine.self, Shelf.self,
            Warehouse.self, Account.self, Profile.self, StoreFolder.self,
        ]
        let catalog = ModelCatalog(models.map { $0.schema })
        let names = catalog.ordered.map(\.name)
        func isBefore(_ first: String, _ second: String) -> Bool {
            guard let left = names.firstIndex(of: first), let right = names.firstIndex(of: second) else { return false }
            return left < right
        }
        #expect(names.count == models.count)
        #expect(isBefore("ChatRoom", "ChatMessage") && isBefore("ChatUser", "ChatMembership"))
        #expect(isBefore("Engine", "Car") && isBefore("Warehouse", "Shelf") && isBefore("Account", "Profile"))
        #expect(ModelCatalog(models.reversed().map { $0.schema }).ordered.map(\.name) == names)
        #expect(throws: DataStoreError.self) { try catalog.table(of: "Director") }
    }

    @Test func `a table has the original's columns, and hidden ones for instants and composite keys`() throws {
        let catalog = ModelCatalog([Purchase.schema, Invoice.schema])
        let purchase = try catalog.table(of: "Purchase")
        #expect(purchase.keyColumn.sqlName == "@@primaryKey" && purchase.schema.primaryKey.sqlName == "@@primaryKey")
        #expect(purchase.schema.primaryKey.columnName(forNamespace: "a") == #""a"."@@primaryKey""#)
        let invoice = try catalog.table(of: "Invoice")
        #expect(
            invoice.columns.map(\.sqlName) == [
                "id", "createdAt", "total", "updatedAt", "invoicePurchaseCustomer", "invoicePurchaseOrderedAt",
                "@@createdAt", "@@updatedAt", "@@invoicePurchaseOrderedAt",
            ])
        #expect(invoice.layout.relations.map(\.columns) == [["invoicePurchaseCustomer", "invoicePurchaseOrderedAt"]])
        let json = try JSONEncoder().encode(invoice.layout)
        #expect(try JSONDecoder().decode(ModelLayout.self, from: json) == invoice.layout)
        #expect(purchase.layout != invoice.layout)
    }

    private static let hostile = [
        #"a"; DROP TABLE "Hostile"; --"#, "select", "Name", "name", "@@primaryKey", "a'b", "rowid", "ä", #"\"#,
        "\"\u{301} = 1; --",
    ]

    @Test func `hostile names and values are names and values`() throws {
        var fields: ModelFields = ["id": ModelField(name: "id", type: .string, isRequired: true)]
        for name in Self.hostile { fields[name] = ModelField(name: name, type: .string) }
        let schema = ModelSchema(
            name: #"Host"ile'; --"#, attributes: [.index(fields: Self.hostile, name: #"by"x"#)], fields: fields,
            primaryKeyFieldKeys: ["id"])
        HeldRecord.register(schema)
        let store = try MemoryStore(schemas: [schema])
        let texts = [#"'; DROP TABLE "Host"; --"#, "a\0b", "\"", "%", "", "\u{FEFF}", "null", "🍵"]
        for (number, text) in texts.enumerated() {
            var record = HeldRecord(["id": .string("\(number)\(text)")])
            for name in Self.hostile { record.values[name] = .string(name + text) }
            try store.writing { try $0.insert(record, schema) }
            let read = try store.reading { try $0.record(of: schema, key: "\(number)\(text)") } as? HeldRecord
            #expect(read?.values == record.values)
            for name in Self.hostile {
                let keys = try store.reading { try $0.keys(of: schema, where: field(name).eq(name + text)) }
                #expect(keys == ["\(number)\(text)"], "\(name)")
            }
        }
        let unknown = field(#"x" = 1 OR "1"#).eq("1")
        #expect(try store.reading { try $0.keys(of: schema, where: unknown) }.isEmpty)
        let sorted = try store.reading {
            try $0.records(
                of: HeldRecord.self, schema,
                sort: Self.hostile.map { QuerySortDescriptor(fieldName: $0, order: .descending) })
        }
        #expect(sorted.count == texts.count)
    }

    @Test func `columns of a newer version of the app stay when a record is saved`() throws {
        let store = try MemoryStore([StoreSample.self])
        try store.insert(StoreSample(id: "1"))
        try store.writing { writer in
            try writer.reader.database.execute(sql: #"ALTER TABLE "StoreSample" ADD COLUMN "later" TEXT"#)
            try writer.reader.database.execute(sql: #"UPDATE "StoreSample" SET "later" = 'kept'"#)
            var sample = StoreSample(id: "1")
            sample.text = "new"
            try writer.update(sample, StoreSample.schema)
            let later = try String.fetchOne(writer.reader.database, sql: #"SELECT "later" FROM "StoreSample""#)
            #expect(later == "kept")
        }
    }
}
