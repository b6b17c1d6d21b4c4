// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseDialogue
import GatehouseSession

/// Keeps the stored session of a configuration file away from every server but the one that it was made at.
struct SessionGuard: Sendable {
    /// How a command uses the stored session.
    enum Use: Sendable {
        /// It sends the tokens of the session.
        case session
        /// It makes a session, in place of one for another server.
        case signIn
        /// It ends the session.
        case signOut
    }

    let store: any CredentialStore
    /// The server and the client of the configuration.
    let binding: SessionBinding

    private var key: String { "amplifyCommand.\(binding.userPoolID).binding" }

    /// Admits a command; before a sign-in it stores the binding of the session to come.
    ///
    /// - Parameters:
    ///   - use: how the command uses the session.
    ///   - dialogue: the place of messages.
    /// - Throws: `Refusal` if the session was made at another server; `StoreError`.
    func admit(_ use: Use, saying dialogue: any Dialogue) throws {
        let mismatch = try mismatch()
        switch use {
        case .session:
            guard let mismatch else { return }
            throw Refusal(
                "\(mismatch) Its tokens are not sent there.",
                cure: "Restore the configuration, or sign in again with 'amplify sign-in'.")
        case .signIn:
            if let mismatch {
                try forget()
                dialogue.say("\(mismatch) It has ended on this device; its tokens were not revoked.")
            }
            if try stored() != binding { try bind() }
        case .signOut:
            guard let mismatch else { return }
            try forget()
            throw Refusal(
                "Signed out on this device. \(mismatch) Its tokens were not revoked.",
                cure: "To revoke them, restore the configuration, and use 'amplify sign-in' and 'amplify sign-out "
                    + "--everywhere'.")
        }
    }

    /// The difference from the configuration of the session's sign-in; `nil` without a difference or a session.
    ///
    /// Earlier releases stored no binding. Their session continues if its tokens name the server.
    private func mismatch() throws -> String? {
        let sessions = try sessions()
        guard !sessions.isEmpty else { return nil }
        if let former = try stored() {
            if former == binding { return nil }
            guard former.place == binding.place else {
                return "The session was made at \(former.place), and the configuration names \(binding.place)."
            }
            return "The session was made with another app client or region than those of the configuration."
        }
        guard sessions.allSatisfy(binding.isNamed) else {
            return "The session was stored by an earlier release, and its tokens do not name \(binding.place)."
        }
        try bind()
        return nil
    }

    /// The stored binding; one that is damaged counts as none.
    private func stored() throws -> SessionBinding? {
        switch store.read(key) {
        case .absent: nil
        case .unreadable(let error): throw error
        case .found(let data): try? JSONDecoder().decode(SessionBinding.self, from: data)
        }
    }

    private func bind() throws {
        try store.write(JSONEncoder().encode(binding), for: key)
    }

    /// The tokens of the stored sessions, with any identity pool: the session continues when the identity pool changes.
    ///
    /// A session that cannot be read is reported by the command itself, which cannot send it either.
    private func sessions() throws -> [UserPoolTokens] {
        try keys([".session"]).compactMap { key in
            guard case .found(let data) = store.read(key) else { return nil }
            return try? SessionRecord(encoded: data).user?.tokens
        }
    }

    /// Removes the sessions and the sign-ins that wait for an answer.
    private func forget() throws {
        for key in try keys([".session", ".suspendedSignIn"]) { try store.remove(key) }
    }

    private func keys(_ ends: [String]) throws -> [String] {
        try store.keys(startingWith: "amplify.\(binding.userPoolID).").filter { key in
            ends.contains { key.hasSuffix($0) }
        }
    }
}

/// What a configuration says about the server and the client of a session, as it is written there.
///
/// It is stored beside the session, so that a configuration that changes does not send the tokens to another server.
struct SessionBinding: Codable, Equatable, Sendable {
    var userPoolID: String
    var clientID: String?
    var region: String?
    /// The address of all services; nil for the addresses of AWS.
    var endpoint: String?
    /// The address of the user pool alone.
    var userPoolEndpoint: String?
    /// The address of the identity pool alone, which gets the ID token.
    var identityPoolEndpoint: String?

    /// Reads the values of a configuration; `nil` for one without a user pool, which has no signed-in user.
    init?(_ configuration: Configuration) {
        guard let userPoolID = configuration.userPoolID else { return nil }
        self.userPoolID = userPoolID
        region = configuration.region
        endpoint = configuration.endpoint
        switch configuration {
        case .outputs(_, let auth, let servers):
            clientID = auth.userPoolClientId
            userPoolEndpoint = servers.userPoolEndpoint?.value
            identityPoolEndpoint = servers.identityPoolEndpoint?.value
        case .generation1(_, let block):
            let pool = block["CognitoUserPool"]?["Default"]
            clientID = pool?["AppClientId"]?.stringValue
            userPoolEndpoint = pool?["Endpoint"]?.stringValue
            identityPoolEndpoint =
                block["CredentialsProvider"]?["CognitoIdentity"]?["Default"]?["Endpoint"]?.stringValue
        }
    }

    /// The server, for messages.
    var place: String {
        let own = [userPoolEndpoint ?? endpoint, identityPoolEndpoint].compactMap(\.self)
        return own.isEmpty ? "AWS in \(region ?? "an unknown region")" : own.joined(separator: " and ")
    }

    /// Whether tokens name this server and this client, and no other server is configured.
    ///
    /// Their claims are not verified: they belong to the stored session, which its owner alone can write.
    func isNamed(in tokens: UserPoolTokens) -> Bool {
        guard let issuer = tokens.issuer, let client = tokens.clientID, client == clientID else { return false }
        let (address, ofIdentities) = (userPoolEndpoint ?? endpoint, identityPoolEndpoint ?? endpoint)
        guard address == ofIdentities else { return false }
        if let address { return issuer == "\(address.hasSuffix("/") ? address : address + "/")\(userPoolID)" }
        return region.map { issuer == "https://cognito-idp.\($0).amazonaws.com/\(userPoolID)" } ?? false
    }
}
