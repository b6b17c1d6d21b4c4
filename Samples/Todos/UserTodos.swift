// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify

/// The todos of the signed-in user, by the models that `amplify codegen models` writes for `Samples/todos.graphql`.
///
/// Each call throws `APIError` if there is no answer, `GraphQLResponseError` for the errors in an answer, and `CoreError`
/// if a relation or a further page cannot be loaded.
enum UserTodos {
    /// The number of todos that the service examines for a page.
    private static let pageSize = 3

    /// Creates a todo, which then belongs to the user.
    static func create(title: String) async throws -> Todo {
        try await Amplify.API.mutate(request: .create(Todo(title: title, done: false))).get()
    }

    /// Creates a list with todos in it.
    static func createList(name: String, titles: [String]) async throws -> TodoList {
        let list = try await Amplify.API.mutate(request: .create(TodoList(name: name))).get()
        for title in titles {
            _ = try await Amplify.API.mutate(request: .create(Todo(title: title, done: false, list: list))).get()
        }
        return list
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
    ///
    /// - Parameter show: called with each page.
    /// - Throws: `APIError`, `GraphQLResponseError`, or `CoreError` for a further page.
    static func readPages(_ show: ([Todo]) -> Void) async throws {
        var page = try await Amplify.API.query(request: .list(Todo.self, limit: pageSize)).get()
        show(page.elements)
        while page.hasNextPage() {
            page = try await page.getNextPage()
            show(page.elements)
        }
    }

    /// Follows a todo to its list, and the list to its todos.
    ///
    /// - Returns: the list and all todos in it; nil if there is no todo with the id, or if it is in no list.
    static func neighbours(ofTodo id: String) async throws -> (list: TodoList, todos: [Todo])? {
        guard let todo = try await todo(id: id), let list = try await todo.list, var page = list.todos else {
            return nil
        }
        try await page.fetch()
        var todos = page.elements
        while page.hasNextPage() {
            page = try await page.getNextPage()
            todos += page
        }
        return (list, todos)
    }

    /// Waits for the next todo that the user creates, on whatever device.
    ///
    /// The subscription outlives a connection, and a restart of the service.
    /// - Parameter report: called with each change of the connection.
    /// - Returns: the todo; nil if the service ended the subscription.
    /// - Throws: `APIError`, or `GraphQLResponseError` for an event with errors.
    static func next(reporting report: (SubscriptionConnectionState) -> Void) async throws -> Todo? {
        for try await event in Amplify.API.subscribe(request: .subscription(of: Todo.self, type: .onCreate)) {
            switch event {
            case .connection(let state): report(state)
            case .data(let todo): return try todo.get()
            }
        }
        return nil
    }
}
