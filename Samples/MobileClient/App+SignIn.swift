// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation

extension App {
    /// Signs in, one step for each command.
    func signIn(_ line: Line, _ secrets: [String]) throws -> [String] {
        switch line.command {
        case .signIn:
            return describe(
                try answer { client.signIn(username: line.words[0], password: secrets[0], completionHandler: $0) })
        case .confirmSignIn:
            return describe(
                try answer {
                    client.confirmSignIn(
                        challengeResponse: secrets[0], userAttributes: line.values, completionHandler: $0)
                })
        case .showSignIn:
            let options = HostedUIOptions(
                scopes: line.values["scopes"]?.split(separator: ",").map(String.init),
                identityProvider: line.values["provider"], federationProviderName: line.values["federation"])
            return ["showSignIn: \(try answer { client.showSignIn(hostedUIOptions: options, $0) }.rawValue)"]
        case .federatedSignIn:
            return try federate(line)
        default:
            client.releaseSignInWait()
            return ["releaseSignInWait: done"]
        }
    }

    private func describe(_ result: SignInResult) -> [String] {
        let parameters = result.parameters.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return ["Sign-in: \(result.signInState)\(to(result.codeDetails))"] + parameters
    }

    private func federate(_ line: Line) throws -> [String] {
        let token = try String(contentsOfFile: line.words[1], encoding: .utf8)
        let options = FederatedSignInOptions(
            cognitoIdentityId: line.values["identity"], customRoleARN: line.values["role"])
        let state = try answer {
            client.federatedSignIn(
                providerName: line.words[0], token: token.trimmingCharacters(in: .whitespacesAndNewlines),
                federatedSignInOptions: options, completionHandler: $0)
        }
        return ["federatedSignIn: \(state.rawValue)"]
    }

    /// Signs out.
    func end(_ command: Command) throws -> [String] {
        switch command {
        case .signOut: client.signOut()
        case .signOutGlobally:
            try finish { client.signOut(options: SignOutOptions(signOutGlobally: true), completionHandler: $0) }
        case .signOutOfPages:
            try finish { client.signOut(options: SignOutOptions(invalidateTokens: true), completionHandler: $0) }
        default: try finish { client.deleteUser(completionHandler: $0) }
        }
        return ["\(command.rawValue): done"]
    }
}
