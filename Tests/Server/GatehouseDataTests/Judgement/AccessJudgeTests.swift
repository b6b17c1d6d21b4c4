// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import Testing

@testable import GatehouseData

@Suite(.tags(.security))
struct AccessJudgeTests {
    // MARK: - Values

    /// The judge of a model `T` with rules and fields.
    private func judge(
        _ rules: String, _ fields: String = "title: String owner: String", _ settings: DataSettings = Fixture.settings
    ) throws -> AccessJudge {
        let rules = rules.isEmpty ? "" : "@auth(rules: [\(rules)])"
        let api = try Fixture.api("type T @model \(rules) { \(fields) }", settings)
        return AccessJudge(try #require(api.model("T")), api.settings)
    }

    private let alice = Caller.userPools(["sub": .string("a1"), "username": .string("alice")])

    private func member(of groups: GraphQLValue) -> Caller {
        .userPools(["sub": .string("m1"), "username": .string("mia"), "cognito:groups": groups])
    }

    // MARK: - Owners

    @Test
    func `a new record gets its creator as owner`() throws {
        let verdict = try judge("{ allow: owner }").judge(.create(input: ["title": .string("x")]), by: alice)
        #expect(verdict.isAllowed && verdict.additions == ["owner": .string("a1::alice")])
    }

    @Test(arguments: [GraphQLValue.string("a1::alice"), .string("a1"), .string("alice")])
    func `an owner may spell the own name in each generation`(owner: GraphQLValue) throws {
        let judge = try judge("{ allow: owner }")
        #expect(judge.judge(.create(input: ["owner": owner]), by: alice).isAllowed)
        #expect(judge.judge(.get(stored: ["owner": owner]), by: alice).isAllowed)
    }

    @Test(arguments: [
        GraphQLValue.null, .string(""), .string("Alice"), .string("a1::"), .string("::alice"), .string("b::alice"),
        .string("alice "), .string("a1::alice::x"), .list([]), .list([.string("bob")]), .int(1), .string("bob"),
    ])
    func `no other spelling makes an owner`(owner: GraphQLValue) throws {
        let judge = try judge("{ allow: owner }")
        #expect(!judge.judge(.create(input: ["owner": owner]), by: alice).isAllowed)
        #expect(!judge.judge(.update(stored: ["owner": owner], input: ["title": .null]), by: alice).isAllowed)
        #expect(!judge.judge(.delete(stored: ["owner": owner]), by: alice).isAllowed)
        #expect(!judge.judge(.get(stored: ["owner": owner]), by: alice).isAllowed)
    }

    @Test
    func `texts that are equal by normal form alone are different owners`() throws {
        let judge = try judge("{ allow: owner, identityClaim: \"username\" }")
        let caller = Caller.userPools(["username": .string("jos\u{E9}")])
        #expect(judge.judge(.get(stored: ["owner": .string("jos\u{E9}")]), by: caller).isAllowed)
        #expect(!judge.judge(.get(stored: ["owner": .string("jose\u{301}")]), by: caller).isAllowed)
    }

    @Test
    func `a name that looks like a joined value is no key to the records of another one`() throws {
        let judge = try judge("{ allow: owner }")
        let mallory = Caller.userPools(["sub": .string("m1"), "username": .string("a1::alice")])
        #expect(!judge.judge(.get(stored: ["owner": .string("a1::alice")]), by: mallory).isAllowed)
    }

    @Test(
        arguments: [
            ["username": GraphQLValue.string("alice")], ["sub": .string("a1")],
            ["sub": .string("a1"), "username": .string("")],
            ["sub": .int(1), "username": .string("alice")], [:],
        ] as [GraphQLObject])
    func `a caller without a claim owns nothing`(claims: GraphQLObject) throws {
        let judge = try judge("{ allow: owner }")
        #expect(!judge.judge(.list(), by: .userPools(claims)).isAllowed)
        #expect(!judge.judge(.create(input: [:]), by: .userPools(claims)).isAllowed)
    }

    @Test
    func `the name of an id token counts as username`() throws {
        let claims: GraphQLObject = ["sub": .string("a1"), "cognito:username": .string("alice")]
        #expect(Caller.userPools(claims).owner(["sub", "username"])?.stored == "a1::alice")
    }

    @Test
    func `an element of a list of owners is enough and an absent list gets the creator`() throws {
        let judge = try judge("{ allow: owner, ownerField: \"editors\" }", "title: String editors: [String]")
        let shared: GraphQLObject = ["editors": .list([.string("bob"), .string("alice")])]
        #expect(judge.judge(.update(stored: shared, input: ["title": .string("x")]), by: alice).isAllowed)
        #expect(judge.judge(.create(input: shared), by: alice).isAllowed)
        #expect(
            judge.judge(.create(input: [:]), by: alice).additions == ["editors": .list([.string("a1::alice")])])
    }

    @Test
    func `all absent owner fields are filled once a rule lets the creator in`() throws {
        let rules = "{ allow: owner, ownerField: \"author\" }, { allow: owner, ownerField: \"editors\" }"
        let fields = "title: String author: String editors: [String]"
        let filled = try judge(rules, fields).judge(.create(input: [:]), by: alice).additions
        #expect(filled == ["author": .string("a1::alice"), "editors": .list([.string("a1::alice")])])
        var settings = Fixture.settings
        settings.populatesOwners = false
        let first = try judge(rules, fields, settings).judge(.create(input: [:]), by: alice).additions
        #expect(first == ["author": .string("a1::alice")])
    }

    @Test
    func `an administrator's group may create for others and owners only for themselves`() throws {
        let judge = try judge("{ allow: owner }, { allow: groups, groups: [\"Admin\"] }")
        let input: GraphQLObject = ["owner": .string("bob")]
        #expect(judge.judge(.create(input: input), by: member(of: .list([.string("Admin")]))).isAllowed)
        #expect(!judge.judge(.create(input: input), by: alice).isAllowed)
    }

    @Test
    func `owners may give a record away unless the API is strict`() throws {
        let request = AccessRequest.update(stored: ["owner": .string("alice")], input: ["owner": .string("bob")])
        #expect(try judge("{ allow: owner }").judge(request, by: alice).isAllowed)
        var settings = Fixture.settings
        settings.strictOwnership = true
        let verdict = try judge("{ allow: owner }", "title: String owner: String", settings).judge(request, by: alice)
        #expect(verdict.refusedFields == ["owner"])
        #expect(verdict.message(field: "updateT", type: "Mutation") == "Unauthorized on [owner]")
    }

    @Test
    func `readers of a joined owner see the last part`() {
        #expect(OwnerValue.shown(.string("a1::alice"), ["sub", "username"]) == .string("alice"))
        #expect(OwnerValue.shown(.string("alice"), ["sub", "username"]) == .string("alice"))
        #expect(OwnerValue.shown(.string("a::b"), ["sub"]) == .string("a::b"))
        let list = GraphQLValue.list([.string("a1::alice"), .string("b1::bob")])
        #expect(OwnerValue.shown(list, ["sub", "username"]) == .list([.string("alice"), .string("bob")]))
    }

    // MARK: - Groups

    @Test(arguments: [
        (GraphQLValue.list([.string("Admin")]), true), (.string("Admin"), true), (.string("[\"Admin\",\"x\"]"), true),
        (.string("Administrators"), false), (.string("[\"Administrators\"]"), false), (.list([]), false),
        (.list([.string("admin")]), false), (.null, false), (.string(""), false), (.int(1), false),
    ])
    func `a group counts as a whole name in each form of the claim`(claim: GraphQLValue, isMember: Bool) throws {
        let judge = try judge("{ allow: groups, groups: [\"Admin\"] }")
        #expect(judge.judge(.list(), by: member(of: claim)).isAllowed == isMember)
    }

    @Test
    func `a field of groups admits callers who share a group`() throws {
        let judge = try judge("{ allow: groups, groupsField: \"teams\" }", "title: String teams: [String]")
        let stored: GraphQLObject = ["teams": .list([.string("red"), .string("blue")])]
        let red = member(of: .list([.string("red")]))
        #expect(judge.judge(.update(stored: stored, input: ["title": .string("x")]), by: red).isAllowed)
        #expect(judge.judge(.create(input: stored), by: red).isAllowed)
        #expect(!judge.judge(.create(input: [:]), by: red).isAllowed)
        #expect(!judge.judge(.get(stored: stored), by: member(of: .list([.string("green")]))).isAllowed)
        #expect(!judge.judge(.listen(), by: alice).isAllowed)
        #expect(judge.judge(.list(), by: red).scope == .members([.init("teams", ["red"])]))
    }

    @Test
    func `a claim of groups of another issuer is no group of a user pool`() throws {
        let judge = try judge("{ allow: groups, groups: [\"Admin\"] }")
        #expect(!judge.judge(.list(), by: .oidc(["cognito:groups": .list([.string("Admin")])])).isAllowed)
    }

    // MARK: - Fields

    private let salary = """
        name: String salary: Int @auth(rules: [{ allow: owner, operations: [read] }
        { allow: groups, groups: ["HR"] }]) owner: String
        """

    @Test
    func `rules of a field replace those of the type`() throws {
        let judge = try judge("{ allow: owner }, { allow: private, operations: [read] }", salary)
        let stored: GraphQLObject = ["owner": .string("alice")]
        let own = judge.judge(.get(stored: stored), by: alice)
        #expect(own.fields.contains("salary") && own.fields.contains("name"))
        let bob = Caller.userPools(["sub": .string("b1"), "username": .string("bob")])
        let foreign = judge.judge(.get(stored: stored), by: bob)
        #expect(foreign.isAllowed && !foreign.fields.contains("salary") && foreign.fields.contains("createdAt"))
    }

    @Test
    func `a write names the fields that are not allowed`() throws {
        let judge = try judge("{ allow: owner }", salary)
        let stored: GraphQLObject = ["owner": .string("alice")]
        let both: GraphQLObject = ["name": .string("A"), "salary": .int(1)]
        #expect(judge.judge(.update(stored: stored, input: both), by: alice).refusedFields == ["salary"])
        #expect(judge.judge(.create(input: both), by: alice).refusedFields == ["salary"])
        #expect(judge.judge(.update(stored: stored, input: ["name": .string("A")]), by: alice).isAllowed)
    }

    @Test
    func `a deletion needs all fields`() throws {
        let judge = try judge("{ allow: owner }", salary)
        #expect(!judge.judge(.delete(stored: ["owner": .string("alice")]), by: alice).isAllowed)
    }

    @Test
    func `a null needs the right to delete the field`() throws {
        let judge = try judge("{ allow: owner, operations: [create, read, update] }")
        let stored: GraphQLObject = ["owner": .string("alice")]
        #expect(judge.judge(.update(stored: stored, input: ["title": .null]), by: alice).refusedFields == ["title"])
    }

    @Test
    func `a field that is not readable in each record of the scope cannot be searched`() throws {
        let judge = try judge("{ allow: owner }, { allow: private, operations: [read] }", salary)
        let verdict = judge.judge(.list(), by: alice)
        #expect(verdict.scope == .everything)
        #expect(!verdict.searchable.contains("salary") && verdict.searchable.contains("name"))
        let human = member(of: .list([.string("HR")]))
        #expect(judge.judge(.list(), by: human).searchable.contains("salary"))
    }

    @Test
    func `rules of fields alone admit no caller to the other fields`() throws {
        let judge = try judge("", "a: Int b: Int @auth(rules: [{ allow: private }])")
        let verdict = judge.judge(.get(stored: [:]), by: alice)
        #expect(verdict.fields == ["b", "id", "createdAt", "updatedAt"])
        #expect(judge.judge(.create(input: ["a": .int(1)]), by: alice).refusedFields == ["a"])
        #expect(!judge.judge(.delete(stored: [:]), by: alice).isAllowed)
    }

    // MARK: - The rest

    @Test
    func `parts of read are allowed alone`() throws {
        let judge = try judge("{ allow: private, operations: [get, listen] }")
        #expect(judge.judge(.get(stored: [:]), by: alice).isAllowed && judge.judge(.listen(), by: alice).isAllowed)
        #expect(!judge.judge(.list(), by: alice).isAllowed && !judge.judge(.sync, by: alice).isAllowed)
    }

    @Test
    func `public subscriptions have all fields of each event, and other reads obey the rules`() throws {
        for (level, isPublic) in [("public", true), ("on", false)] {
            let api = try Fixture.api(
                """
                type T @model(subscriptions: { level: \(level) }) @auth(rules: [{ allow: owner }]) {
                  title: String
                  owner: String
                }
                """, Fixture.settings)
            let model = try #require(api.model("T"))
            let judge = AccessJudge(model, api.settings)
            let foreign: GraphQLObject = ["owner": .string("bob")]
            let readable = judge.readableFields(of: foreign, .listen, by: alice)
            #expect(readable == (isPublic ? Set(model.access.fields) : []))
            let verdict = judge.judge(.listen(), by: alice)
            #expect((verdict.scope == .everything) == isPublic)
            #expect(judge.readableFields(of: foreign, .sync, by: alice).isEmpty)
        }
    }

    @Test
    func `administrators by IAM pass all rules`() throws {
        let judge = try judge("{ allow: owner }")
        #expect(judge.judge(.delete(stored: [:]), by: .iam(.administrator)).reason == .administrator)
    }

    @Test
    func `a key of a foreign owner is refused and the own one is not`() throws {
        let judge = try judge("{ allow: owner }")
        #expect(!judge.judge(.list(keys: ["owner": .string("bob")]), by: alice).isAllowed)
        #expect(judge.judge(.list(keys: ["owner": .string("alice")]), by: alice).isAllowed)
        let shared = try self.judge("{ allow: owner }, { allow: groups, groups: [\"Admin\"] }")
        let admin = member(of: .list([.string("Admin")]))
        #expect(shared.judge(.list(keys: ["owner": .string("bob")]), by: admin).isAllowed)
    }

    @Test
    func `the matrix is a table for people`() throws {
        let judge = try judge("{ allow: owner }, { allow: private, operations: [read] }", salary)
        #expect(
            judge.model.access.table == """
                T                                        id, createdAt, updatedAt  name, owner  salary
                userPools:owner:owner:sub::username      CRUD                      CRUD         -R--
                userPools:private                        -R--                      -R--         ----
                userPools:staticGroup:HR:cognito:groups  -R--                      ----         CRUD

                """)
    }
}
