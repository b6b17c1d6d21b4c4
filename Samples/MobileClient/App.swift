// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation

/// The app: reads commands, and prints what happens.
final class App {
    let client = AWSMobileClient.default()
    private let failures = Failures()

    /// Starts the client, and runs the commands until the input ends; returns whether all succeeded.
    func run() -> Bool {
        client.addUserStateListener(self) { state, information in
            let details = information.sorted { $0.key < $1.key }
                .map { "\($0.key) \($0.key == "token" ? "…" : $0.value)" }
            print("State: " + ([state.rawValue] + details).joined(separator: ", "))
        }
        // The completion is called before the call returns.
        client.initialize { state, error in
            if let state { print("Started: \(state.rawValue)") }
            if let error { self.complain(error) }
        }
        while let text = Terminal.command() {
            if text.allSatisfy(\.isWhitespace) { continue }
            do {
                let line = try Line(text)
                let secrets = try line.command.secrets.map(Terminal.secret)
                if line.isInBackground {
                    Thread.detachNewThread { [self] in perform(line, secrets) }
                } else {
                    perform(line, secrets)
                }
            } catch {
                complain(error)
            }
        }
        return failures.isEmpty
    }

    private func perform(_ line: Line, _ secrets: [String]) {
        do {
            for text in try result(of: line, secrets) { print(text) }
        } catch {
            complain(error, of: line.command)
        }
    }

    /// Makes the call of a line; returns what to print.
    private func result(of line: Line, _ secrets: [String]) throws -> [String] {
        switch line.command {
        case .help: [Help.commands]
        case .state: state
        case .signUp, .confirmSignUp, .resendSignUpCode: try signUp(line, secrets)
        case .signIn, .confirmSignIn, .showSignIn, .federatedSignIn, .releaseSignInWait: try signIn(line, secrets)
        case .forgotPassword, .confirmForgotPassword, .changePassword: try password(line, secrets)
        case .getUserAttributes, .updateUserAttributes, .verifyUserAttribute, .confirmUpdateUserAttributes:
            try attributes(line)
        case .getTokens: try tokens()
        case .getAWSCredentials, .getIdentityId, .logins, .invalidateCachedTemporaryCredentials, .exportCredentials,
            .signS3Request:
            try credentials(line)
        case .listDevices, .getDevice, .rememberDevice, .doNotRememberDevice, .forgetDevice: try devices(line.command)
        case .signOut, .signOutGlobally, .signOutOfPages, .deleteUser: try end(line.command)
        }
    }

    private var state: [String] {
        [
            "\(client.currentUserState.rawValue), signed in: \(client.isSignedIn), user: \(client.username ?? "none"), "
                + "identity: \(client.identityId ?? "none")"
        ]
    }

    /// Prints an error as apps see it: the case, its message and its number.
    private func complain(_ error: Error, of command: Command? = nil) {
        failures.count()
        let place = command.map { " of \($0.rawValue)" } ?? ""
        switch error {
        case let mistake as Mistake: print("Error\(place): \(mistake.text)")
        case let error as AWSMobileClientError:
            let name = Mirror(reflecting: error).children.first?.label ?? "AWSMobileClientError"
            print("Error\(place): \(name) (\((error as NSError).code)): \(error.message)")
        default:
            let error = error as NSError
            let reason = error.userInfo["__type"].map { "\($0): \(error.userInfo["message"] ?? "")" }
            print("Error\(place): \(error.domain) (\(error.code)): \(reason ?? error.localizedDescription)")
        }
    }
}

/// Whether a call has failed.
private final class Failures {
    private let lock = NSLock()
    private var number = 0

    var isEmpty: Bool { lock.withLock { number == 0 } }

    func count() {
        lock.withLock { number += 1 }
    }
}
