// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import Amplify
import Foundation
import GatehouseDialogue

/// The commands of the program.
enum Command: String, CaseIterable {
    case signIn, signOut, create, collect, read, list, related, finish, follow, leave

    /// The title that people read.
    var title: String {
        switch self {
        case .signIn: "sign in with a password"
        case .signOut: "sign out"
        case .create: "create a todo"
        case .collect: "create a list with todos"
        case .read: "read a todo by its id"
        case .list: "list the todos of the user, page by page"
        case .related: "show the other todos in the list of a todo"
        case .finish: "mark a todo as done"
        case .follow: "wait for the next todo of the user"
        case .leave: "leave this program"
        }
    }
}

/// The dialogue of the program with its user.
struct Session {
    let terminal: Terminal

    /// Runs commands until the user leaves or the input ends; returns the status of the last one.
    func run() async -> Status {
        let status = await performAll()
        terminal.say("Goodbye.")
        return status
    }

    private func performAll() async -> Status {
        let choices = Command.allCases.map { Choice(word: $0.rawValue, title: $0.title, value: $0) }
        terminal.list(choices)
        var status = Status.done
        while true {
            do {
                let answer = try terminal.ask("What now")
                guard let command: Command = choices.choice(for: answer) else {
                    throw Refusal("There is no command \(answer).", cure: "Answer with a number or a word of the list.")
                }
                if command == .leave { return status }
                try await perform(command)
                status = .done
            } catch Ending.goingBack {
                terminal.list(choices)
            } catch Ending.inputEnded {
                return status
            } catch {
                status = complain(error)
            }
        }
    }

    private func perform(_ command: Command) async throws {
        switch command {
        case .signIn: try await signIn()
        case .signOut:
            _ = await Amplify.Auth.signOut()
            terminal.say("Signed out.")
        case .create: show("Created", try await UserTodos.create(title: try terminal.ask("Title")))
        case .collect: try await collect()
        case .read: show("Read", try await UserTodos.todo(id: try terminal.ask("Id")))
        case .list: try await list()
        case .related: try await showRelated()
        case .finish: show("Finished", try await UserTodos.finish(id: try terminal.ask("Id")))
        case .follow: try await follow()
        case .leave: break
        }
    }

    private func signIn() async throws {
        let name = try terminal.ask("User name")
        let result = try await Amplify.Auth.signIn(username: name, password: try terminal.askHidden("Password"))
        guard result.isSignedIn else {
            throw Refusal("The sign-in has another step.", cure: "Sign in with Samples/SignIn, which knows each step.")
        }
        terminal.say("Signed in as \(try await Amplify.Auth.getCurrentUser().username)")
    }

    private func collect() async throws {
        let name = try terminal.ask("Name")
        let titles = try terminal.ask("Titles, with commas between them").split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let list = try await UserTodos.createList(name: name, titles: titles)
        terminal.say("Created the list \(list.name) with \(titles.count) todos")
    }

    private func list() async throws {
        var (pages, todos) = (0, 0)
        try await UserTodos.readPages { page in
            pages += 1
            todos += page.count
            terminal.say("Page \(pages)")
            for todo in page { show("Todo", todo) }
        }
        terminal.say("Todos: \(todos) on \(pages) pages")
    }

    private func showRelated() async throws {
        guard let (list, todos) = try await UserTodos.neighbours(ofTodo: try terminal.ask("Id")) else {
            return terminal.say("The todo is in no list.")
        }
        let titles = todos.map(\.title).sorted().joined(separator: ", ")
        terminal.say("List: \(list.name), with \(titles)")
    }

    private func follow() async throws {
        let todo = try await UserTodos.next { state in
            switch state {
            case .connecting: terminal.say("Connecting.")
            case .connected: terminal.say("Following.")
            case .disconnected: terminal.say("Disconnected.")
            }
        }
        if let todo { show("Received", todo) } else { terminal.say("The subscription has ended.") }
    }

    private func show(_ word: String, _ todo: Todo?) {
        guard let todo else { return terminal.say("There is no such todo.") }
        terminal.say("\(word): \(todo.title), \(todo.done == true ? "done" : "open"), id \(todo.id)")
    }

    /// Says what went wrong: as one word if the service has refused the user.
    private func complain(_ error: any Error) -> Status {
        if isRefusal(error) { terminal.say("Refused") }
        terminal.complain(error)
        return Complaint(error).status
    }

    private func isRefusal(_ error: any Error) -> Bool {
        switch error {
        case let error as APIError: error.isUnauthorized()
        case let error as CoreError: error.underlyingError.map(isRefusal) ?? false
        case let error as GraphQLResponseError<Todo>: Self.isRefusal(error)
        case let error as GraphQLResponseError<Todo?>: Self.isRefusal(error)
        case let error as GraphQLResponseError<TodoList>: Self.isRefusal(error)
        case let error as GraphQLResponseError<TodoList?>: Self.isRefusal(error)
        case let error as GraphQLResponseError<List<Todo>>: Self.isRefusal(error)
        default: false
        }
    }

    private static func isRefusal<Value>(_ error: GraphQLResponseError<Value>) -> Bool {
        guard case .error(let errors) = error else { return false }
        return errors.contains { $0.extensions?["errorType"] == "Unauthorized" }
    }
}
