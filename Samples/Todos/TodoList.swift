// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify

/// The todos of the signed-in user, by the model that `amplify codegen models` writes for `Samples/todos.graphql`.
///
/// Each call throws `APIError` if there is no answer, and `GraphQLResponseError` for the errors in an answer.
enum TodoList {
    /// Creates a todo, which then belongs to the user.
    static func create(title: String) async throws -> Todo {
        try await Amplify.API.mutate(request: .create(Todo(title: title, done: false))).get()
    }

    /// Marks a todo as done; nil if there is none with the id.
    static func finish(id: String) async throws -> Todo? {
        guard var todo = try await todo(id: id) else { return nil }
        todo.done = true
        return try await Amplify.API.mutate(request: .update(todo)).get()
    }

    /// Reads a todo; nil if there is none with the id.
    static func todo(id: String) async throws -> Todo? {
        try await Amplify.API.query(request: .get(Todo.self, byId: id)).get()
    }

    /// Reads the user's todos, page by page.
    static func all() async throws -> [Todo] {
        var page = try await Amplify.API.query(request: .list(Todo.self, limit: 100)).get()
        var todos = Array(page)
        while page.hasNextPage() {
            page = try await page.getNextPage()
            todos += page
        }
        return todos
    }

    /// Waits for the next todo that the user creates, on whatever device.
    ///
    /// - Parameter whenConnected: called as soon as the service has accepted the subscription.
    /// - Returns: the todo; nil if the service ended the subscription.
    /// - Throws: `APIError`, or `GraphQLResponseError` for an event with errors.
    static func next(whenConnected: () -> Void) async throws -> Todo? {
        for try await event in Amplify.API.subscribe(request: .subscription(of: Todo.self, type: .onCreate)) {
            switch event {
            case .connection(.connected): whenConnected()
            case .connection: break
            case .data(let todo): return try todo.get()
            }
        }
        return nil
    }
}
