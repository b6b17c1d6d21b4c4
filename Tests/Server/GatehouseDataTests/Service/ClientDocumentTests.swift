// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

/// The documents that clients of Amplify send, word for word.
@Suite(.hangLimit)
struct ClientDocumentTests {
    private static let schema = """
        type TodoList @model @auth(rules: [{ allow: owner }]) { name: String items: [Todo] @hasMany }
        type Todo @model @auth(rules: [{ allow: owner }]) {
          title: String!
          done: Boolean
          list: TodoList @belongsTo
          notes: [Note] @hasMany
          place: Place
        }
        type Note @model @auth(rules: [{ allow: owner }]) { text: String todo: Todo @belongsTo }
        type Place { city: String }
        enum Kind { CAT DOG }
        type Pet @model @auth(rules: [{ allow: owner }]) {
          kind: Kind! @primaryKey(sortKeyFields: ["number"])
          number: Int!
        }
        """
    private static let selection = """
        id createdAt done place { city __typename } title updatedAt todoListItemsId list { id __typename } __typename
        """
    private static let synced =
        selection.replacing("list { id", with: "list { id _deleted") + " owner _version _deleted _lastChangedAt"
    private static let input: GraphQLObject = [
        "id": .string("1"), "title": .string("Milk"), "done": .boolean(false), "todoListItemsId": .string("l"),
        "place": .object(["city": .string("Rome")]),
    ]

    private func api(_ settings: DataSettings = Fixture.settings) async throws -> LiveAPI {
        let api = try await LiveAPI(Self.schema, settings)
        _ = try await api.data(
            #"mutation { createTodoList(input: { id: "l", name: "Home" }) { id } }"#, by: .alice)
        return api
    }

    @Test
    func `the documents of a client without DataStore are executed`() async throws {
        let api = try await api()
        let create = "mutation CreateTodo($input: CreateTodoInput!) { createTodo(input: $input) { \(Self.selection) } }"
        let created = try await api.data(create, ["input": .object(Self.input)], by: .alice)["createTodo"]
        #expect(created?["place"]?["__typename"] == .string("Place"))

        let get = "query GetTodo($id: ID!) { getTodo(id: $id) { \(Self.selection) } }"
        let read = try await api.data(get, ["id": .string("1")], by: .alice)["getTodo"]
        #expect(read?["list"] == .object(["id": .string("l"), "__typename": .string("TodoList")]))
        #expect(read?["title"] == created?["title"])

        let list = """
            query ListTodos($filter: ModelTodoFilterInput, $limit: Int) {
              listTodos(filter: $filter, limit: $limit) { items { \(Self.selection) } nextToken }
            }
            """
        let filter: GraphQLValue = .object(["and": .list([.object(["title": .object(["eq": .string("Milk")])])])])
        for variables in [["limit": .int(1_000)], ["filter": filter, "limit": .int(1_000)]] as [GraphQLObject] {
            let page = try await api.data(list, variables, by: .alice)["listTodos"]
            #expect(page?["items"]?.elements?.count == 1)
            #expect(page?["nextToken"] == .null)
        }

        let update = """
            mutation UpdateTodo($condition: ModelTodoConditionInput, $input: UpdateTodoInput!) {
              updateTodo(condition: $condition, input: $input) { \(Self.selection) }
            }
            """
        let change: GraphQLObject = [
            "id": .string("1"), "title": .string("Bread"), "done": .null, "todoListItemsId": .null, "place": .null,
        ]
        let condition: GraphQLValue = .object(["title": .object(["eq": .string("Milk")])])
        let updated = try await api.data(
            update, ["condition": condition, "input": .object(change)], by: .alice)["updateTodo"]
        #expect(updated?["title"] == .string("Bread") && updated?["list"] == .null)

        let delete = """
            mutation DeleteTodo($condition: ModelTodoConditionInput, $input: DeleteTodoInput!) {
              deleteTodo(condition: $condition, input: $input) { \(Self.selection) }
            }
            """
        #expect(try await api.errors(delete, ["input": .object(["id": .string("1")])], by: .alice) == [])
    }

    @Test
    func `the documents of DataStore are executed`() async throws {
        let api = try await api(DataSettings(conflicts: .automerge))
        let subscribe = """
            subscription OnCreateTodo($owner: String!) { onCreateTodo(owner: $owner) { \(Self.synced) } }
            """
        let subscription = try await api.subscribe(subscribe, ["owner": .string("alice")], by: .alice)
        let create = "mutation CreateTodo($input: CreateTodoInput!) { createTodo(input: $input) { \(Self.synced) } }"
        let created = try await api.data(create, ["input": .object(Self.input)], by: .alice)["createTodo"]
        #expect(created?["_version"] == .int(1) && created?["owner"] == .string("alice"))
        let event = try await subscription.next(1)[0]
        #expect(event == LiveAPI.text(.object(["data": .object(["onCreateTodo": created ?? .null])])))

        let sync = """
            query SyncTodos($filter: ModelTodoFilterInput, $lastSync: AWSTimestamp, $limit: Int, $nextToken: String) {
              syncTodos(filter: $filter, lastSync: $lastSync, limit: $limit, nextToken: $nextToken) {
                items { \(Self.synced) } nextToken startedAt
              }
            }
            """
        let page = try await api.data(sync, ["limit": .int(1_000), "lastSync": .null], by: .alice)["syncTodos"]
        // The relation is hidden in answers of mutations, because other callers may read other lists.
        var read = created?.members ?? [:]
        #expect(read["list"] == .null)
        read["list"] = .object(["id": .string("l"), "_deleted": .null, "__typename": .string("TodoList")])
        #expect(page?["items"] == .list([.object(read)]))
        #expect(page?["startedAt"] == .int(1_800_000_000_000))

        var change = Self.input
        change["_version"] = .int(1)
        let update = "mutation UpdateTodo($input: UpdateTodoInput!) { updateTodo(input: $input) { \(Self.synced) } }"
        let updated = try await api.data(update, ["input": .object(change)], by: .alice)["updateTodo"]
        #expect(updated?["_version"] == .int(2))
    }

    @Test
    func `the owner of a signed-out client is refused and not invalid`() async throws {
        let api = try await api()
        let document = "subscription OnCreateTodo($owner: String!) { onCreateTodo(owner: $owner) { id } }"
        let refusal = await #expect(throws: DataRefusal.self) {
            try await api.subscribe(document, ["owner": .string("")], by: .alice)
        }
        #expect(refusal?.errorType == "Unauthorized")
    }

    @Test
    func `a quoted enum and the digits of a number are accepted in keys`() async throws {
        let api = try await api()
        _ = try await api.data("mutation { createPet(input: { kind: DOG, number: 3 }) { kind } }", by: .alice)
        #expect(
            await api.answer(#"query GetPet { getPet(kind: "DOG", number: 3) { kind number } }"#, by: .alice)
                == #"{"data":{"getPet":{"kind":"DOG","number":3}}}"#)
        #expect(await api.answer(#"{ getPet(kind: "COW", number: 3) { kind } }"#, by: .alice).contains("WrongType"))
        let delete = "mutation DeletePet($input: DeletePetInput!) { deletePet(input: $input) { number } }"
        let key: GraphQLObject = ["kind": .string("DOG"), "number": .string("3")]
        #expect(
            await api.answer(delete, ["input": .object(key)], by: .alice)
                == #"{"data":{"deletePet":{"number":3}}}"#)
        let wrong: GraphQLObject = ["kind": .string("DOG"), "number": .string("x")]
        #expect(
            try await api.messages(delete, ["input": .object(wrong)], by: .alice)
                == ["Variable 'input' has an invalid value."])
    }

    @Test
    func `the fields of a request are named for policies`() async throws {
        let api = try await api()
        let document = "{ getTodo(id: \"1\") { list { name } place { city } __typename } }"
        let fields = api.service.searchedFields(of: DataRequest(query: document))
        #expect(fields.isSuperset(of: ["Query.getTodo", "Todo.list", "TodoList.name", "Place.city"]))
        // The request does not select this one.
        #expect(fields.contains("Todo.title"))
        #expect(!fields.contains { $0.hasPrefix("Note.") || $0.hasSuffix("__typename") })
        #expect(api.service.searchedFields(of: DataRequest(query: "{ x }")) == [])
        let page = api.service.searchedFields(of: DataRequest(query: "{ listTodoLists { nextToken } }"))
        #expect(page.isSuperset(of: ["Query.listTodoLists", "TodoList.name"]))
        #expect(!page.contains { $0.hasSuffix(".nextToken") })
    }
}
