// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseDialogue

/// The dialogue of the program with its user.
struct Conversation {
    /// The issuer that authenticator apps show beside the user's name.
    static let appName = "Gatehouse sample"

    let terminal: Terminal
    let plugin: AWSCognitoAuthPlugin
    let configuration: Configuration
    let events: HubWatch
    let ending = LastStep()

    /// The status of the user's last command.
    final class LastStep {
        var status = Status.done
    }

    /// Continues until the user leaves or the input ends.
    func run() async {
        terminal.say("User pool \(configuration.userPoolID ?? "none"), \(configuration.endpoint ?? "at Amazon").")
        terminal.say("An empty line goes back, the end of input (Ctrl-D) leaves.")
        if await isSignedIn { await report { try await show() } }
        var listed: Bool?
        while true {
            terminal.say()
            do {
                let isSignedIn = await isSignedIn
                let isListed = listed == isSignedIn
                listed = isSignedIn
                if isSignedIn { try await useAccount(isListed) } else { try await enter(isListed) }
                ending.status = .done
            } catch Ending.goingBack {
                continue
            } catch Ending.leaving {
                return terminal.say("Goodbye.")
            } catch Ending.inputEnded {
                if ending.status == .done { ending.status = .failed }
                return terminal.say("Goodbye.")
            } catch {
                complain(error)
            }
        }
    }

    /// The questions of the steps, whose answers go to Amplify.
    var questions: Questions {
        Questions(
            terminal, to: Amplify.Auth, announce: { terminal.say("Next step: \($0)") }, complain: { complain($0) })
    }

    private var isSignedIn: Bool {
        get async { (try? await Amplify.Auth.getCurrentUser()) != nil }
    }

    /// Says what went wrong.
    func complain(_ error: any Error) {
        terminal.complain(error)
        ending.status = Complaint(error).status
    }

    /// Does something whose failure is said and nothing more.
    func report(_ action: () async throws -> Void) async {
        do { try await action() } catch { complain(error) }
    }

    /// Asks for a choice after the operation is done: an empty line and the end of the input leave it done.
    func chooseFurther<Value>(_ question: String, _ choices: [Choice<Value>]) throws -> Value {
        ending.status = .done
        do {
            return try terminal.choose(question, choices)
        } catch Ending.inputEnded {
            throw Ending.leaving
        }
    }

    /// Asks for an item of a menu until the answer is one; an empty line lists the items again.
    private func pick<Value>(_ choices: [Choice<Value>]) throws -> Value {
        while true {
            let line: String?
            do { line = try terminal.askIfAny("What now") } catch Ending.inputEnded { throw Ending.leaving }
            guard let answer = line else {
                terminal.list(choices)
                continue
            }
            if let value: Value = choices.choice(for: answer) { return value }
            terminal.say("That is none of them. An empty line lists them.")
            ending.status = .failed
        }
    }

    private func enter(_ isListed: Bool) async throws {
        let choices = EntranceMenu.allCases.map { Choice(word: $0.rawValue, title: $0.title, value: $0) }
        if !isListed { terminal.list(choices) }
        switch try pick(choices) {
        case .signIn: try await signIn()
        case .web: try await signInOnWebPages(usesPublisher: false)
        case .webPublisher: try await signInOnWebPages(usesPublisher: true)
        case .signUp: try await signUp()
        case .confirm: try await confirm(try terminal.ask("User name"))
        case .forgot: try await resetPassword(of: try terminal.ask("User name"))
        case .leave: throw Ending.leaving
        }
    }

    private func useAccount(_ isListed: Bool) async throws {
        let choices = AccountMenu.allCases.map { Choice(word: $0.rawValue, title: $0.title, value: $0) }
        if !isListed { terminal.list(choices) }
        switch try pick(choices) {
        case .show: try await show()
        case .refresh: try await refresh()
        case .totp: try await setUpTOTP()
        case .factors: try await chooseFactors()
        case .passkey: try await makePasskey()
        case .passkeys: try await listPasskeys()
        case .remember: try await rememberDevice()
        case .devices: try await listDevices()
        case .attribute: try await changeAttribute()
        case .password: try await changePassword()
        case .events: events.names.forEach { terminal.say($0) }
        case .signOut: try await signOut(everywhere: false)
        case .signOutEverywhere: try await signOut(everywhere: true)
        case .delete: try await deleteAccount()
        case .leave: throw Ending.leaving
        }
    }
}
