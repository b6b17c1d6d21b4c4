// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

/// Attacks on fields that a caller may not read.
@Suite(.hangLimit, .tags(.security))
struct HiddenFieldTests {
    private static let schema = """
        type Person @model @auth(rules: [
          { allow: private, operations: [read, update] }
          { allow: groups, groups: ["Admin"] }
        ]) {
          name: String! @index(name: "byName", sortKeyFields: ["salary"], queryField: "peopleByName")
          salary: Int @auth(rules: [{ allow: groups, groups: ["Admin"] }])
            @index(name: "bySalary", queryField: "peopleBySalary")
          staff: [Person] @hasMany(indexName: "byName", fields: ["name"])
        }
        type Box @model @auth(rules: [{ allow: owner }, { allow: groups, groups: ["Admin"], operations: [create, update] }]) {
          title: String
          person: Secret @hasOne
        }
        type Secret @model(subscriptions: null) @auth(rules: [{ allow: groups, groups: ["Admin"] }]) { code: String }
        """

    private func people() async throws -> LiveAPI {
        let api = try await LiveAPI(Self.schema)
        _ = try await api.data(
            #"mutation { createPerson(input: { id: "1", name: "Ann", salary: 10 }) { id } }"#, by: .admin)
        return api
    }

    @Test
    func `a field with rules of its own is null with an error for other readers`() async throws {
        let api = try await people()
        #expect(
            await api.answer(#"{ getPerson(id: "1") { name salary } }"#, by: .admin)
                == #"{"data":{"getPerson":{"name":"Ann","salary":10}}}"#)
        let response = try await api.response(#"{ getPerson(id: "1") { name salary } }"#, by: .alice)
        #expect(LiveAPI.text(response["data"] ?? .null) == #"{"getPerson":{"name":"Ann","salary":null}}"#)
        let error = response["errors"]?.elements?.first
        #expect(error?["message"] == .string("Not Authorized to access salary on type Person"))
        #expect(LiveAPI.text(error?["path"] ?? .null) == #"["getPerson","salary"]"#)
        let list = try await api.response("{ listPeople { items { name salary } } }", by: .alice)
        #expect(LiveAPI.text(list["data"] ?? .null) == #"{"listPeople":{"items":[{"name":"Ann","salary":null}]}}"#)
        #expect(
            LiveAPI.text(list["errors"]?.elements?.first?["path"] ?? .null) == #"["listPeople","items",0,"salary"]"#)
    }

    @Test(arguments: [
        "listPeople(filter: { salary: { gt: 5 } })",
        "listPeople(filter: { not: { salary: { attributeExists: true } } })",
        "listPeople(filter: { or: [{ and: [{ salary: { eq: 10 } }] }] })", "peopleBySalary(salary: 10)",
        "peopleByName(name: \"Ann\")", "peopleByName(name: \"Ann\", salary: { gt: 5 })",
        "peopleByName(name: \"Ann\", sortDirection: DESC)",
    ])
    func `a hidden field is not found by searching`(field: String) async throws {
        let api = try await people()
        let document = "{ \(field) { items { id } } }"
        #expect(try await api.errors(document, by: .alice) == ["Unauthorized"])
        #expect(try await api.messages(document, by: .alice) == ["Unauthorized on [salary]"])
        #expect(try await api.errors(document, by: .admin) == [])
    }

    @Test(arguments: ["10", "11"])
    func `a condition on a hidden field is refused whether it holds or not`(salary: String) async throws {
        let api = try await people()
        let document =
            "mutation { updatePerson(input: { id: \"1\", name: \"Ann\" }, condition: { salary: { eq: \(salary) } }) { id } }"
        #expect(try await api.messages(document, by: .alice) == ["Unauthorized on [salary]"])
    }

    @Test
    func `a filter of a subscription and of a relation on a hidden field is refused`() async throws {
        let api = try await people()
        await #expect(throws: DataRefusal("Unauthorized", ["Unauthorized on [salary]"])) {
            try await api.subscribe(
                "subscription { onUpdatePerson(filter: { salary: { gt: 5 } }) { id } }", by: .alice)
        }
        let document = #"{ getPerson(id: "1") { staff(filter: { salary: { gt: 5 } }) { items { id } } } }"#
        #expect(try await api.messages(document, by: .alice) == ["Unauthorized on [salary]"])
    }

    @Test
    func `a hidden field is not written`() async throws {
        let api = try await people()
        let document = #"mutation { updatePerson(input: { id: "1", name: "Eve", salary: 99 }) { id } }"#
        #expect(try await api.messages(document, by: .alice) == ["Unauthorized on [salary]"])
        #expect(
            await api.answer(#"{ getPerson(id: "1") { name salary } }"#, by: .admin)
                == #"{"data":{"getPerson":{"name":"Ann","salary":10}}}"#)
    }

    @Test
    func `the answer of a mutation and an event hide a field with rules from all callers`() async throws {
        let api = try await people()
        let admins = try await api.subscribe("subscription { onUpdatePerson { name salary } }", by: .admin)
        let alices = try await api.subscribe("subscription { onUpdatePerson { name salary } }", by: .alice)
        let update = #"mutation { updatePerson(input: { id: "1", name: "Ann" }) { name salary } }"#
        let hidden = #"{"name":"Ann","salary":null}"#
        #expect(await api.answer(update, by: .admin) == #"{"data":{"updatePerson":\#(hidden)}}"#)
        #expect(try await api.messages(update, by: .alice) == ["Not Authorized to access salary on type Person"])
        #expect(try await admins.next(1) == [#"{"data":{"onUpdatePerson":\#(hidden)}}"#])
        let payload = try await alices.next(1)[0]
        #expect(payload.hasPrefix(#"{"data":{"onUpdatePerson":\#(hidden)},"errors":"#))
    }

    // MARK: - Relations

    @Test
    func `a relation leads to no record that the caller may not read`() async throws {
        let api = try await people()
        _ = try await api.data(#"mutation { createSecret(input: { id: "s", code: "x" }) { id } }"#, by: .admin)
        _ = try await api.data(
            #"mutation { createBox(input: { id: "b", title: "t", boxPersonId: "s" }) { id } }"#, by: .alice)
        for document in [
            #"{ getBox(id: "b") { person { code } } }"#, "{ listBoxes { items { person { code } } } }",
        ] {
            #expect(
                try await api.messages(document, by: .alice) == ["Not Authorized to access person on type Box"])
        }
        let create = #"mutation { createBox(input: { boxPersonId: "s" }) { title person { code } } }"#
        #expect(!(await api.answer(create, by: .alice)).contains(#""code":"#))
    }

    @Test
    func `a caller that may only write gets the values without rules of their own`() async throws {
        let api = try await LiveAPI(
            """
            type Message @model @auth(rules: [
              { allow: public, operations: [create] }, { allow: groups, groups: ["Admin"] }
            ]) {
              text: String!
              note: String @auth(rules: [{ allow: groups, groups: ["Admin"] }])
            }
            """)
        let create = #"mutation { createMessage(input: { id: "1", text: "a" }) { id text createdAt } }"#
        #expect(
            await api.answer(create, by: .apiKey)
                == #"{"data":{"createMessage":{"id":"1","text":"a","createdAt":"2027-01-15T08:00:00.000Z"}}}"#)
        #expect(
            try await api.messages(
                #"mutation { createMessage(input: { text: "a" }) { note } }"#, by: .apiKey)
                == ["Not Authorized to access note on type Message"])
        #expect(try await api.errors(#"{ getMessage(id: "1") { text } }"#, by: .apiKey) == ["Unauthorized"])
    }

    // MARK: - Modes

    @Test
    func `a mode is admitted to the fields that have its directive`() async throws {
        let api = try await LiveAPI(
            """
            type Post @model @auth(rules: [{ allow: private }, { allow: public, operations: [read] }]) {
              title: String
              comments: [Comment] @hasMany
            }
            type Comment @model @auth(rules: [{ allow: private }]) { text: String }
            type Query { news: String @aws_api_key secret: String @aws_cognito_user_pools(cognito_groups: ["Admin"]) }
            """)
        _ = try await api.data(#"mutation { createPost(input: { id: "1", title: "a" }) { id } }"#, by: .alice)
        let get = #"{ getPost(id: "1") { title } }"#
        #expect(await api.answer(get, by: .apiKey) == #"{"data":{"getPost":{"title":"a"}}}"#)
        for document in [
            #"{ getPost(id: "1") { comments { items { text } } } }"#, "{ listComments { nextToken } }",
            #"mutation { updatePost(input: { id: "1", title: "b" }) { id } }"#, "{ secret }",
        ] {
            #expect(try await api.errors(document, by: .apiKey) == ["Unauthorized"])
        }
        #expect(try await api.errors("{ secret }", by: .alice) == ["Unauthorized"])
        #expect(await api.answer("{ secret }", by: .admin) == #"{"data":{"secret":null}}"#)
        #expect(try await api.errors("{ news }", by: .alice) == ["Unauthorized"])
    }

    @Test
    func `fields that a function denied are refused`() async throws {
        let api = try await LiveAPI(
            "type Post @model @auth(rules: [{ allow: custom }]) { title: String body: String }")
        let caller = Caller.function(deniedFields: ["Post.body", "Query.listPosts"])
        _ = try await api.data(#"mutation { createPost(input: { id: "1", title: "a" }) { id } }"#, by: caller)
        #expect(
            try await api.messages(#"{ getPost(id: "1") { title body } listPosts { nextToken } }"#, by: caller)
                == ["Not Authorized to access body on type Post", "Not Authorized to access listPosts on type Query"])
    }

    @Test
    func `an administrator reads and writes all records and fields`() async throws {
        let api = try await people()
        let administrator = Caller.iam(.administrator)
        #expect(
            await api.answer("{ listPeople(filter: { salary: { gt: 5 } }) { items { salary } } }", by: administrator)
                == #"{"data":{"listPeople":{"items":[{"salary":10}]}}}"#)
        #expect(
            try await api.errors(
                #"mutation { updatePerson(input: { id: "1", salary: 11 }) { id } }"#, by: administrator) == [])
        #expect(
            try await api.errors(
                #"{ getPerson(id: "1") { salary } }"#,
                by: .iam(.administrator, deniedFields: ["Person.salary"])) == ["Unauthorized"])
    }

    @Test(arguments: [1, 2])
    func `a merge does not tell whether a guess is what a field has that the caller may only write`(
        version: Int
    ) async throws {
        let schema = """
            type Vault @model @auth(rules: [{ allow: private }]) {
              name: String
              code: String
                @auth(rules: [{ allow: groups, groups: ["Admin"] }, { allow: private, operations: [update] }])
            }
            """
        var answers: Set<String> = []
        for guess in ["1234", "4321"] {
            let api = try await LiveAPI(schema, DataSettings(conflicts: .automerge))
            for document in [
                #"mutation { createVault(input: { id: "1", name: "a", code: "1234" }) { id } }"#,
                #"mutation { updateVault(input: { id: "1", _version: 1, name: "b" }) { id } }"#,
                #"mutation { updateVault(input: { id: "1", _version: 2, name: "c" }) { id } }"#,
            ] {
                _ = try await api.data(document, by: .admin)
                api.clock.advance(by: .seconds(1))
            }
            let document = "mutation { updateVault(input: { id: \"1\", _version: \(version), code: \"\(guess)\" }) "
            answers.insert(await api.answer(document + "{ name updatedAt _version } }", by: .alice))
        }
        #expect(answers.count == 1)
        #expect(answers.first?.contains(#""_version":4"#) == true)
    }

    @Test
    func `the key of a hidden relation is hidden if it is declared with the same rules`() async throws {
        let rule = #"@auth(rules: [{ allow: groups, groups: ["Admin"] }])"#
        for (attribute, isHidden) in [("", false), ("bossMateId: ID \(rule)", true)] {
            let api = try await LiveAPI(
                """
                type Boss @model @auth(rules: [{ allow: private }]) {
                  name: String
                  mate: Mate @hasOne \(rule)
                  \(attribute)
                }
                type Mate @model @auth(rules: [{ allow: private }]) { name: String }
                """)
            _ = try await api.data(
                #"mutation { createBoss(input: { id: "1", name: "a", bossMateId: "m" }) { id } }"#, by: .admin)
            let document = #"{ getBoss(id: "1") { name bossMateId } }"#
            let key = isHidden ? "null" : #""m""#
            let response = try await api.response(document, by: .alice)
            #expect(
                LiveAPI.text(response["data"] ?? .null) == #"{"getBoss":{"name":"a","bossMateId":\#(key)}}"#)
            #expect(
                await api.answer(document, by: .admin) == #"{"data":{"getBoss":{"name":"a","bossMateId":"m"}}}"#)
            #expect(try await api.errors(#"{ getBoss(id: "1") { mate { name } } }"#, by: .alice) == ["Unauthorized"])
        }
    }
}
