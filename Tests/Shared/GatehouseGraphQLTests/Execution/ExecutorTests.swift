// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// Finds the value of a field in a table: by its path, or else by its name.
private struct TableResolver: FieldResolver {
    let table: [String: Resolved<String>]

    func resolve(
        _ field: PlannedField, of object: String?, at path: [PathSegment]
    ) async throws(GraphQLError) -> Resolved<String> {
        let place = path.map(\.description).joined(separator: ".")
        guard let found = table[place] ?? table[field.name] else {
            return .value(.string("\(object ?? "root").\(field.name)"))
        }
        if case .failure(let error) = found { throw error }
        return found
    }
}

/// Responses (specification, sections 6.3, 6.4 and 7).
struct ExecutorTests {
    /// The response to a document, as JSON, with the messages of its errors and their paths.
    private func response(
        to text: String, _ table: [String: Resolved<String>] = [:], limits: ExecutionLimits = ExecutionLimits()
    ) async throws -> (data: String, errors: [String]) {
        let document = try Document(parsing: text)
        let schema = try Fixture.schema.get()
        #expect(document.errors(against: schema).isEmpty)
        let operation = document.operations[0]
        let values = try operation.variableValues([:], schema: schema)
        let plan = try ExecutionPlan(operation, in: document, schema: schema, variables: values)
        let result = await Executor(schema, TableResolver(table: table), limits: limits).execute(plan)
        let data = result.data.map { GraphQLValue.object($0) } ?? .null
        let errors = result.errors.map { error in
            "\(error.message) at \((error.path ?? []).map(\.description).joined(separator: "."))"
        }
        return (String(decoding: data.jsonBytes(), as: UTF8.self), errors)
    }

    private let objects: [String: Resolved<String>] = [
        "dog": .object("rex", type: "Dog"), "cat": .object("tom", type: "Cat"),
        "pets": .list([.object("tom", type: "Cat"), .object("rex", type: "Dog")]), "barks": .value(.int(3)),
        "owner": .object("ann", type: "Human"),
        "friends": .list([.object("a", type: "Dog"), .null, .object("b", type: "Dog")]),
    ]

    @Test func `a response has the fields in the order of the document`() async throws {
        let (data, errors) = try await response(
            to: "{ cat { nickname name __typename } x: dog { barks owner { name } } }", objects)
        #expect(
            data == #"{"cat":{"nickname":"tom.nickname","name":"tom.name","__typename":"Cat"},"#
                + #""x":{"barks":3,"owner":{"name":"ann.name"}}}"#)
        #expect(errors.isEmpty)
    }

    @Test func `an element of a list has the fields of its type`() async throws {
        let (data, _) = try await response(
            to: "{ pets { __typename ... on Dog { barks } ... on Named { name } } dog { friends { name } } }", objects)
        #expect(
            data
                == #"{"pets":[{"__typename":"Cat","name":"tom.name"},{"__typename":"Dog","barks":3,"#
                + #""name":"rex.name"}],"#
                + #""dog":{"friends":[{"name":"a.name"},null,{"name":"b.name"}]}}"#)
    }

    @Test func `a field that fails is null, and its error has path and place`() async throws {
        let denied = GraphQLError(
            .execution, "Not Authorized to access nickname on type Dog", errorType: "Unauthorized")
        let (data, errors) = try await response(
            to: "{ dog { nickname name } }", objects.merging(["nickname": .failure(denied)]) { $1 })
        #expect(data == #"{"dog":{"nickname":null,"name":"rex.name"}}"#)
        #expect(errors == ["Not Authorized to access nickname on type Dog at dog.nickname"])
    }

    @Test func `null for a type without null travels to the nearest value that may be null`() async throws {
        let (data, errors) = try await response(
            to: "{ dog { name friends { name } } cat { name } }",
            objects.merging(["dog.friends.[2].name": .null]) { $1 })
        #expect(
            data == #"{"dog":{"name":"rex.name","friends":[{"name":"a.name"},null,null]},"cat":{"name":"tom.name"}}"#)
        #expect(
            errors == [
                "Cannot return null for non-nullable type: 'String' within parent 'Dog' (/dog/friends[2]/name) "
                    + "at dog.friends.[2].name"
            ])
    }

    @Test func `null travels through lists whose elements may not be null, up to the whole response`() async throws {
        let (data, errors) = try await response(
            to: "{ dog { barks } pets { name } }", objects.merging(["pets.[1].name": .null]) { $1 })
        #expect(data == "null")
        #expect(errors.count == 1)
        let human: [String: Resolved<String>] = [
            "human": .object("ann", type: "Human"), "human.pets": .list([.null, .object("tom", type: "Cat")]),
        ]
        let other = try await response(to: "{ human(id: 1) { name pets { name } } }", human)
        #expect(other.data == #"{"human":{"name":"ann.name","pets":null}}"#)
        #expect(
            other.errors == [
                "Cannot return null for non-nullable type: 'Pet' within parent 'Human' (/human/pets[0]) at "
                    + "human.pets.[0]"
            ])
    }

    @Test func `an error of a field without null has one error, its own`() async throws {
        let failure = GraphQLError(.execution, "broken")
        let (data, errors) = try await response(
            to: "{ dog { name } }", objects.merging(["name": .failure(failure)]) { $1 })
        #expect(data == #"{"dog":null}"#)
        #expect(errors == ["broken at dog.name"])
    }

    @Test func `an element of a list can fail alone`() async throws {
        let failure = GraphQLError(.execution, "hidden")
        let friends = Resolved<String>.list([.failure(failure), .object("b", type: "Dog")])
        let (data, errors) = try await response(
            to: "{ dog { friends { name } } }", objects.merging(["friends": friends]) { $1 })
        #expect(data == #"{"dog":{"friends":[null,{"name":"b.name"}]}}"#)
        #expect(errors == ["hidden at dog.friends.[0]"])
    }

    @Test(arguments: [
        (
            Resolved<String>.value(.string("x")),
            "Can't serialize value (/dog/barks) : Unable to serialize as a valid 'Int'."
        ),
        (.value(.int(2_147_483_648)), "Can't serialize value (/dog/barks) : Unable to serialize as a valid 'Int'."),
        (.value(.float(1.5)), "Can't serialize value (/dog/barks) : Unable to serialize as a valid 'Int'."),
        (.list([]), "Can't resolve value (/dog/barks) : type mismatch error, expected 'Int'"),
        (.object("x", type: "Dog"), "An object of type 'Dog' is not of type 'Int' (/dog/barks)"),
    ])
    func `a value that is none of the type fails`(_ value: Resolved<String>, _ message: String) async throws {
        let (data, errors) = try await response(to: "{ dog { barks } }", objects.merging(["barks": value]) { $1 })
        #expect(data == #"{"dog":{"barks":null}}"#)
        #expect(errors == ["\(message) at dog.barks"])
    }

    @Test func `an object of a type that the field does not have fails`() async throws {
        let (data, errors) = try await response(to: "{ pet { name } }", ["pet": .object("ann", type: "Human")])
        #expect(data == #"{"pet":null}"#)
        #expect(errors == ["An object of type 'Human' is not of type 'Pet' (/pet) at pet"])
    }

    @Test func `leaves are serialized, lists of leaves too`() async throws {
        let table: [String: Resolved<String>] = [
            "arguments": .object("a", type: "Arguments"), "int": .value(.float(2)), "float": .value(.int(2)),
            "id": .value(.int(7)), "boolean": .value(.boolean(false)), "command": .value(.string("SIT")),
            "ints": .value(.list([.int(1), .null])), "string": .value(.enumeration("A")),
        ]
        let (data, errors) = try await response(
            to: "{ arguments { int float id boolean command ints string } }", table)
        #expect(
            data
                == #"{"arguments":{"int":2,"float":2.0,"id":"7","boolean":false,"command":"SIT","ints":[1,null],"#
                + #""string":"A"}}"#
        )
        #expect(errors.isEmpty)
        let wrong = try await response(
            to: "{ arguments { command } }", table.merging(["command": .value(.string("X"))]) { $1 })
        #expect(wrong.data == #"{"arguments":{"command":null}}"#)
    }

    @Test func `a response with too many values ends with one error`() async throws {
        let friends = Resolved<String>.list(Array(repeating: .object("a", type: "Dog"), count: 100))
        let (data, errors) = try await response(
            to: "{ dog { friends { barks nickname } } }", objects.merging(["friends": friends]) { $1 },
            limits: ExecutionLimits(values: 50))
        #expect(data.hasPrefix(#"{"dog":{"friends":[{"barks":3,"nickname":"a.nickname"}"#))
        #expect(errors.count == 1)
        #expect(errors[0].hasPrefix("The response has more than 50 values."))
    }

    @Test func `an error in a response has AppSync's keys`() throws {
        let error = GraphQLError(
            .execution, "Not Authorized to access createTodo on type Mutation",
            at: [GatehouseGraphQL.SourceLocation(line: 2, column: 3)], path: [.key("createTodo"), .index(0)],
            errorType: "Unauthorized")
        let result = ExecutionResult(data: ["createTodo": .null], errors: [error])
        #expect(
            String(decoding: result.response.jsonBytes(), as: UTF8.self)
                == #"{"data":{"createTodo":null},"errors":[{"path":["createTodo",0],"data":null,"#
                + #""errorType":"Unauthorized","errorInfo":null,"locations":[{"line":2,"column":3,"sourceName":null}],"#
                + #""message":"Not Authorized to access createTodo on type Mutation"}]}"#)
    }

    @Test func `the field of an event is completed without the resolver of root fields`() async throws {
        let document = try Document(parsing: "subscription s { created: dogCreated { name } }")
        let schema = try Fixture.schema.get()
        let plan = try ExecutionPlan(document.operations[0], in: document, schema: schema, variables: [:])
        let executor = Executor(schema, TableResolver(table: [:]))
        let result = await executor.execute(plan, event: .object("rex", type: "Dog"))
        #expect(result.data == ["created": .object(["name": .string("rex.name")])])
    }
}
