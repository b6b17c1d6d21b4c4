// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Testing

@Suite struct ModelSchemaTests {
    @Test func `fields are in the order of key, values and relations`() {
        let names = Branch.schema.sortedFields.map(\.name)
        #expect(names == ["tree", "number", "leaves"])
        #expect(
            Sample.schema.sortedFields.map(\.name)
                == ["id", "day", "flag", "hour", "kind", "moment", "part", "text", "whole"])
        #expect(Sample.schema.indexes == [.index(fields: ["kind", "day"], name: "byKind")])
        #expect(Branch.schema.primaryKey.indexOfField(named: "number") == 1)
        #expect(!Branch.schema.primaryKey.contains(named: "leaves"))
    }

    @Test func `the key of models of earlier generators is found`() {
        let fields: ModelFields = [
            "id": ModelField(name: "id", type: .string), "code": ModelField(name: "code", type: .string),
        ]
        let indexed = ModelSchema(name: "Old", attributes: [.index(fields: ["code", "id"], name: nil)], fields: fields)
        #expect(indexed.primaryKey.fields.map(\.name) == ["code", "id"])
        #expect(indexed.primaryKeyIndexFields == ["code", "id"])
        #expect(ModelSchema(name: "Old", fields: fields).primaryKey.fields.isEmpty)
        #expect(!indexed.hasAuthenticationRules)
        #expect(ModelSchema(name: "Old", authRules: [AuthRule(allow: .owner)]).hasAuthenticationRules)
    }

    @Test func `relations know their other side`() throws {
        for type in [Branch.self, Leaf.self] as [any Model.Type] { ModelRegistry.register(modelType: type) }
        let leaves = try #require(Branch.schema.field(withName: "leaves"))
        let branch = try #require(Leaf.schema.field(withName: "branch"))
        #expect(leaves.isOneToMany && !leaves.isManyToOne && !leaves.isOneToOne && !leaves.isAssociationOwner)
        #expect(!branch.isOneToMany && !branch.isOneToOne && branch.isAssociationOwner)
        #expect(leaves.associatedModelName == "Leaf" && leaves.associatedFieldNames == ["branch"])
        #expect(branch._isBelongsToOrHasOne && !leaves._isBelongsToOrHasOne)
        #expect(leaves.isArray && !branch.isArray && leaves.hasAssociation)
        #expect(Branch.schema.hasAssociations && !Sample.schema.hasAssociations)
        #expect(leaves.associatedField?.name == "branch")
        // Generated models do not name the other side of a relation to the owner.
        #expect(branch.associatedField?.name == nil && !branch.isManyToOne)
        let named = ModelField(
            name: "branch", type: .model(type: Branch.self), association: .belongsTo(associatedWith: Branch.keys.leaves)
        )
        #expect(named.isManyToOne)
    }

    @Test func `the type of a field is found by the type of its property`() {
        let types: [(Any.Type, String)] = [
            (String.self, "string"), (Int.self, "int"), (Int64.self, "int"), (Double.self, "double"),
            (Bool.self, "bool"), (Temporal.Date.self, "date"), (Temporal.Time.self, "time"),
            (Temporal.DateTime.self, "dateTime"), (Sample.Kind.self, "enum"), (Sample.self, "model"),
            ([String].self, "embedded"), (Any.self, "string"),
        ]
        for (type, name) in types {
            #expect("\(ModelFieldType.from(type: type))".hasPrefix(name), "\(type)")
        }
    }

    @Test func `a rule without operations is for each of them`() {
        let rules = [
            AuthRule(allow: .owner), AuthRule(allow: .public, provider: .apiKey, operations: [.read]),
            AuthRule(allow: .groups, groups: ["Admins"], operations: [.create, .delete]),
        ]
        #expect(rules.filter(modelOperation: .read).map(\.allow) == [.owner, .public])
        #expect(rules.filter(modelOperation: .create).map(\.allow) == [.owner, .groups])
        #expect(Set(rules + rules).count == 3)
    }
}
