// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import Testing

@Suite
struct AccessMatrixTests {
    private let owner = AccessRole(.userPools, .owner(field: "owner", isList: false, claims: ["sub", "username"]))
    private let group = AccessRole(.userPools, .group("Admin", claim: "cognito:groups"))

    @Test
    func `roles have the names of messages`() {
        #expect(owner.description == "userPools:owner:owner:sub::username")
        #expect(group.description == "userPools:staticGroup:Admin:cognito:groups")
        #expect(AccessRole(.iam, .signedIn).description == "iam:private")
        #expect(AccessRole(.apiKey, .everybody).description == "apiKey:public")
        #expect(AccessRole(.function, .custom).description == "function:custom")
        let field = AccessRole(.oidc, .groupField(field: "teams", isList: true, claim: "g"))
        #expect(field.description == "oidc:dynamicGroup:teams:g")
    }

    @Test
    func `a field's rules replace the model's`() {
        var matrix = AccessMatrix("T", fields: ["a", "b"])
        matrix.grant(.all, to: owner)
        matrix.reset("b")
        matrix.grant(.read, to: group, on: "b")
        for seals in [false, true] {
            if seals { matrix.seal() }
            #expect(matrix.fields(for: .get, owner) == ["a"] && matrix.fields(for: .get, group) == ["b"])
            #expect(matrix.roles(for: .delete) == [] && matrix.roles(for: .update) == [owner])
            #expect(matrix.restricted == ["b"] && matrix.recordFields == ["owner"])
            #expect(matrix.roles(of: .userPools, for: [.delete, .get]) == [owner, group])
            #expect(matrix.roles(of: .userPools, for: [.create]) == [owner])
            #expect(matrix.roles(of: .userPools, for: [.delete]) == [] && matrix.roles(of: .iam, for: [.get]) == [])
        }
    }

    @Test
    func `a generated field is readable with any other field and no condition of a deletion`() {
        var matrix = AccessMatrix("T", fields: ["a"])
        matrix.grant(.all, to: owner, on: "a")
        matrix.addGenerated("createdAt")
        #expect(matrix.fields(for: .get, owner) == ["a", "createdAt"])
        #expect(matrix.fields(for: .update, owner) == ["a"])
        #expect(matrix.fields(for: .delete, owner) == ["a", "createdAt"])
        #expect(matrix.allFields == ["a", "createdAt"])
    }

    @Test
    func `a sealed matrix takes further rules`() {
        var matrix = AccessMatrix("T", fields: ["a"])
        matrix.grant(.read, to: owner)
        matrix.seal()
        matrix.grant(.all, to: group)
        #expect(matrix.fields(for: .create, group) == ["a"])
    }

    @Test(arguments: [
        (AccessActions.all, "CRUD"), (.none, "----"), (.read, "-R--"),
        (AccessActions(.get).union(AccessActions(.create)), "C(get)--"),
    ])
    func `actions have letters`(actions: AccessActions, letters: String) {
        #expect(actions.letters == letters)
    }

    @Test
    func `a matrix without roles says so`() {
        #expect(AccessMatrix("T", fields: ["a"]).table == "T       all fields\nnobody  ----\n")
    }

    @Test
    func `records are in a scope by their owners and groups`() {
        let scope = RecordScope.members([.init("owner", ["a1::alice", "alice"]), .init("teams", ["red"])])
        #expect(scope.contains(["owner": .string("alice")]) && !scope.contains(["owner": .string("Alice")]))
        #expect(scope.contains(["teams": .list([.string("blue"), .string("red")])]))
        #expect(!scope.contains(["owner": .null]) && !scope.contains([:]))
        #expect(RecordScope.everything.contains([:]) && !RecordScope.nothing.contains([:]))
    }

    @Test
    func `a record is in the indexes whose keys it has`() {
        var access = AccessMatrix("T", fields: ["a"])
        access.grant(.all, to: owner)
        let model = Model(
            name: "T", title: "T", plural: "Ts", fields: [], key: RecordKey(),
            indexes: [
                RecordIndex(name: "one", partition: "a", sort: []),
                RecordIndex(name: "two", partition: "a", sort: ["b"]),
                RecordIndex(name: "three", partition: "c", sort: []),
            ], operations: ModelOperations(), createdAt: nil, updatedAt: nil, isVersioned: false, isJoin: false,
            access: access)
        let values = RecordIndexValues(["a": .int(1), "c": .null, "owner": .string("alice")], model)
        #expect(values.indexes.keys.sorted() == ["one"] && values.members == ["owner": ["alice"]])
        #expect(RecordIndexValues(["a": .int(1), "b": .int(2)], model).indexes["two"]?.sort == .int(2))
    }

    @Test
    func `a key without a value finds no record`() {
        let key = RecordKey(partition: "a", sort: ["b"], isCustom: true)
        #expect(RecordID(["a": .string("x"), "b": .int(1)], key)?.values == [.string("x"), .int(1)])
        #expect(RecordID(["a": .string(""), "b": .int(1)], key) == nil && RecordID(["a": .string("x")], key) == nil)
    }

    @Test
    func `a tombstone shows that it is deleted`() {
        let record = Record(
            model: "T", key: RecordID([.string("1")]), fields: ["id": .string("1")], version: 2, changedAt: 5,
            isDeleted: true)
        #expect(
            record.versioned == [
                "id": .string("1"), "_version": .int(2), "_deleted": .boolean(true), "_lastChangedAt": .int(5),
            ])
    }
}
