// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import Amplify
import GatehouseDialogue

/// The commands of the program.
enum Command: String, CaseIterable {
    case signIn, signOut, create, read, list, finish, follow, leave

    /// The title that people read.
    var title: String {
        switch self {
        case .signIn: "sign in with a password"
        case .signOut: "sign out"
        case .create: "create a todo"
        case .read: "read a todo by its id"
        case .list: "list the todos of the user"
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
        case .create: show("Created", try await TodoList.create(title: try terminal.ask("Title")))
        case .read:
            show("Read", try await TodoList.todo(id: try terminal.ask("Id")))
        case .list:
            let todos = try await TodoList.all()
            for todo in todos { show("Todo", todo) }
            terminal.say("Todos: \(todos.count)")
        case .finish: show("Finished", try await TodoList.finish(id: try terminal.ask("Id")))
        case .follow:
            let todo = try await TodoList.next { terminal.say("Following.") }
            if let todo { show("Received", todo) } else { terminal.say("The subscription has ended.") }
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
        case let error as GraphQLResponseError<Todo>: Self.isRefusal(error)
        case let error as GraphQLResponseError<Todo?>: Self.isRefusal(error)
        case let error as GraphQLResponseError<List<Todo>>: Self.isRefusal(error)
        default: false
        }
    }

    private static func isRefusal<Value>(_ error: GraphQLResponseError<Value>) -> Bool {
        guard case .error(let errors) = error else { return false }
        return errors.contains { $0.extensions?["errorType"] == "Unauthorized" }
    }
}
