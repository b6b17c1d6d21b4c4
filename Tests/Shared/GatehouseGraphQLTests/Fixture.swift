// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// A schema with something of each kind, for tests of validation and execution.
enum Fixture {
    static let text = #"""
        directive @marked(label: String!, weight: Int = 1) repeatable on FIELD | QUERY | FRAGMENT_SPREAD
        directive @once on FIELD

        type Query {
          dog(id: ID, color: Color): Dog
          cat: Cat
          pet: Pet
          pets(first: Int! = 10, after: String): [Pet!]!
          catOrDog: CatOrDog
          human(id: ID!): Human
          arguments: Arguments
          find(filter: Filter, filters: [Filter!], anything: Anything): [String!]
        }
        type Mutation { createDog(input: CreateDogInput!): Dog }
        type Subscription { dogCreated: Dog catCreated: Cat }

        interface Pet { name: String! owner: Human }
        interface Named { name: String! }
        type Dog implements Pet & Named {
          name: String!
          nickname: String
          owner: Human
          barks: Int
          doesKnow(command: Command!): Boolean!
          isTrained(atOtherHomes: Boolean): Boolean!
          friends: [Dog]
        }
        type Cat implements Pet & Named {
          name: String!
          nickname: String
          owner: Human
          meows: Int!
          doesKnow(command: Command!): Boolean!
        }
        type Human implements Named { name: String! pets: [Pet!] }
        union CatOrDog = Cat | Dog
        union HumanOrNothing = Human
        enum Command { SIT DOWN HEEL }
        enum Color { BROWN WHITE }
        scalar Anything

        type Arguments {
          int(value: Int): Int
          intRequired(value: Int!): Int
          intWithDefault(value: Int! = 3): Int
          float(value: Float): Float
          string(value: String): String
          boolean(value: Boolean): Boolean
          id(value: ID): ID
          ints(value: [Int]): [Int]
          intsRequired(value: [Int!]!): [Int]
          command(value: Command): Command
          two(one: Int!, other: Int!): Int
        }
        input CreateDogInput { name: String! color: Color = BROWN owner: OwnerInput tags: [String!] }
        input OwnerInput { name: String! age: Int }
        input Filter { name: String eq: Int and: [Filter] not: Filter }
        """#

    /// The schema of the text.
    static let schema = Result { () throws(GraphQLErrors) in try Schema(parsing: text) }

    /// The rules that a document breaks, each once, and the words of errors that belong to no rule.
    static func brokenRules(
        in text: String, options: ValidationOptions = ValidationOptions()
    ) throws -> Set<String> {
        let errors = try Document(parsing: text).errors(against: schema.get(), options: options)
        return Set(
            errors.map { error in
                if case .validation(let rule) = error.code { rule.rawValue } else { error.message }
            })
    }

    /// The texts of the errors of a document, in order.
    static func messages(
        of text: String, options: ValidationOptions = ValidationOptions()
    ) throws -> [String] {
        try Document(parsing: text).errors(against: schema.get(), options: options).map(\.message)
    }
}

/// A document for a rule of validation.
struct RuleCase: Sendable, CustomTestStringConvertible {
    let rule: ValidationRule
    /// Documents that follow all rules.
    let valid: [String]
    /// Documents that break this rule and no other.
    let invalid: [String]

    init(_ rule: ValidationRule, valid: [String], invalid: [String]) {
        self.rule = rule
        self.valid = valid
        self.invalid = invalid
    }

    var testDescription: String { rule.rawValue }

    /// Checks the documents.
    func check(_ location: Testing.SourceLocation = #_sourceLocation) throws {
        for text in valid {
            let rules = try Fixture.brokenRules(in: text)
            #expect(rules.isEmpty, "\(text)", sourceLocation: location)
        }
        for text in invalid {
            let rules = try Fixture.brokenRules(in: text)
            #expect(rules == [rule.rawValue], "\(text)", sourceLocation: location)
        }
    }
}

/// The message of the error of syntax or of a limit in a document; an empty text if there is none.
func failure(of text: String, limits: DocumentLimits = .executable) -> String {
    do {
        _ = try Document(parsing: text, limits: limits)
        return ""
    } catch {
        return error.description
    }
}
