// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// A todo, as the documents below select it.
struct Todo: Codable, Sendable {
    let id: String
    let title: String
    let done: Bool?
}

/// The todos of the signed-in user, by documents that are written by hand.
///
/// Each call throws `APIError` if there is no answer, and `GraphQLResponseError` for the errors in an answer.
enum TodoList {
    private static let selection = "{ id title done }"

    /// Creates a todo, which then belongs to the user.
    static func create(title: String) async throws -> Todo {
        let request = GraphQLRequest(
            document: "mutation CreateTodo($input: CreateTodoInput!) { createTodo(input: $input) \(selection) }",
            variables: ["input": ["title": title, "done": false]],
            responseType: Todo.self,
            decodePath: "createTodo")
        return try await Amplify.API.mutate(request: request).get()
    }

    /// Marks a todo as done.
    static func finish(id: String) async throws -> Todo {
        let request = GraphQLRequest(
            document: "mutation UpdateTodo($input: UpdateTodoInput!) { updateTodo(input: $input) \(selection) }",
            variables: ["input": ["id": id, "done": true]],
            responseType: Todo.self,
            decodePath: "updateTodo")
        return try await Amplify.API.mutate(request: request).get()
    }

    /// Reads a todo; nil if there is none with the id.
    static func todo(id: String) async throws -> Todo? {
        let request = GraphQLRequest(
            document: "query GetTodo($id: ID!) { getTodo(id: $id) \(selection) }",
            variables: ["id": id],
            responseType: Todo?.self,
            decodePath: "getTodo")
        return try await Amplify.API.query(request: request).get()
    }

    /// Reads the user's todos.
    static func all() async throws -> [Todo] {
        let request = GraphQLRequest(
            document: "query ListTodos { listTodos { items \(selection) } }",
            responseType: [Todo].self,
            decodePath: "listTodos.items")
        return try await Amplify.API.query(request: request).get()
    }

    /// Waits for the next todo that the user creates, on whatever device.
    ///
    /// - Parameter whenConnected: called as soon as the service has accepted the subscription.
    /// - Returns: the todo; nil if the service ended the subscription.
    /// - Throws: `APIError`, or `GraphQLResponseError` for an event with errors.
    static func next(whenConnected: () -> Void) async throws -> Todo? {
        let request = GraphQLRequest(
            document: "subscription OnCreateTodo { onCreateTodo \(selection) }",
            responseType: Todo.self,
            decodePath: "onCreateTodo")
        for try await event in Amplify.API.subscribe(request: request) {
            switch event {
            case .connection(.connected): whenConnected()
            case .connection: break
            case .data(let todo): return try todo.get()
            }
        }
        return nil
    }
}
