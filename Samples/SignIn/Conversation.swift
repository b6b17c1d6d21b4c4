// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify

/// What the program and a person say to each other.
struct Conversation {
    /// What authenticator apps show beside the user's name.
    static let appName = "Gatehouse sample"

    let terminal: Terminal
    let plugin: AWSCognitoAuthPlugin
    let configuration: Configuration
    let events: HubWatch

    /// Goes on until the person leaves or the input ends.
    func run() async throws {
        terminal.say("User pool \(configuration.userPoolID ?? "none"), \(configuration.endpoint ?? "at Amazon").")
        terminal.say("An empty line goes back, the end of input (Ctrl-D) leaves.")
        if await isSignedIn { await report { try await show() } }
        while true {
            terminal.say()
            do {
                if await isSignedIn { try await useAccount() } else { try await enter() }
            } catch Ending.goingBack {
                continue
            } catch Ending.leaving {
                return terminal.say("Goodbye.")
            } catch {
                terminal.complain(error)
            }
        }
    }

    private var isSignedIn: Bool {
        get async { (try? await Amplify.Auth.getCurrentUser()) != nil }
    }

    /// Does something whose failure is told and nothing more.
    func report(_ action: () async throws -> Void) async {
        do { try await action() } catch { terminal.complain(error) }
    }

    private func enter() async throws {
        let choices = EntranceMenu.allCases.map { Choice(word: $0.rawValue, title: $0.title, value: $0) }
        switch try terminal.choose("What now", choices) {
        case .signIn: try await signIn()
        case .signUp: try await signUp()
        case .confirm: try await confirm(try terminal.ask("User name"))
        case .forgot: try await resetPassword(of: try terminal.ask("User name"))
        case .leave: throw Ending.leaving
        }
    }

    private func useAccount() async throws {
        let choices = AccountMenu.allCases.map { Choice(word: $0.rawValue, title: $0.title, value: $0) }
        switch try terminal.choose("What now", choices) {
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
        case .signOut: await signOut(everywhere: false)
        case .signOutEverywhere: await signOut(everywhere: true)
        case .delete: try await deleteAccount()
        case .leave: throw Ending.leaving
        }
    }
}
