// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GeneratedModels

/// The list of `todos.graphql`.
typealias OwnedList = GeneratedModels.TodoList
/// The todo of `todos.graphql`.
typealias OwnedTodo = GeneratedModels.Todo

/// Schemas of devices, with the models that were generated for them.
enum DeviceSchemas {
    /// Records of their owners.
    static let owned = "type OwnerRecord @model @auth(rules: [{ allow: owner }]) { id: ID! content: String }"

    /// Records of their owners that all callers may read: the example of Amplify's documentation.
    static let readByAll = """
        type SeveralModesRecord
          @model
          @auth(rules: [{ allow: owner }, { allow: public, provider: apiKey, operations: [read] }]) {
          id: ID!
          content: String
        }
        """

    /// Records of their owners and of a group.
    static let ofGroup = notes(#", { allow: groups, groups: ["Admin"] }"#)

    /// Records of their owners, and of others by further rules.
    static func notes(_ furtherRules: String) -> String {
        """
        type OwnerAndAdminRecord @model @auth(rules: [{ allow: owner }\(furtherRules)]) {
          id: ID!
          content: String
        }
        """
    }

    /// Lists with todos, of their owners.
    static let lists = lists("")

    /// Lists with todos, of their owners, and of others by further rules.
    static func lists(_ furtherRules: String) -> String {
        """
        type TodoList @model @auth(rules: [{ allow: owner }\(furtherRules)]) {
          name: String!
          todos: [Todo] @hasMany
        }
        type Todo @model @auth(rules: [{ allow: owner }\(furtherRules)]) {
          title: String!
          done: Boolean
          list: TodoList @belongsTo
        }
        """
    }
}

/// A model of records that have a key and a text, for tests that do not depend on the rules.
protocol NoteModel: Model {
    var id: String { get }
    var content: String? { get set }
    init(id: String, content: String?)
}

extension OwnerRecord: NoteModel {}
extension SeveralModesRecord: NoteModel {}
extension OwnerAndAdminRecord: NoteModel {}

extension Array where Element: NoteModel {
    /// The texts of the records, sorted.
    var contents: [String] { map { $0.content ?? "" }.sorted() }
}
