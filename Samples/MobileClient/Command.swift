// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The commands of the program.
enum Command: String, CaseIterable {
    case help, state
    case signUp, confirmSignUp, resendSignUpCode
    case signIn, confirmSignIn, showSignIn, federatedSignIn, releaseSignInWait
    case forgotPassword, confirmForgotPassword, changePassword
    case getUserAttributes, updateUserAttributes, verifyUserAttribute, confirmUpdateUserAttributes
    case getTokens, getAWSCredentials, getIdentityId, logins, invalidateCachedTemporaryCredentials
    case exportCredentials, signS3Request
    case listDevices, getDevice, rememberDevice, doNotRememberDevice, forgetDevice
    case signOut, signOutGlobally, signOutOfPages, deleteUser

    /// The arguments that people read about.
    var arguments: [String] {
        switch self {
        case .signUp: ["NAME", "[ATTRIBUTE=VALUE ...]"]
        case .confirmSignUp: ["NAME", "CODE"]
        case .resendSignUpCode, .signIn, .forgotPassword: ["NAME"]
        case .confirmSignIn: ["[ATTRIBUTE=VALUE ...]"]
        case .showSignIn: ["[scopes=A,B]", "[provider=NAME]", "[federation=NAME]"]
        case .federatedSignIn: ["PROVIDER", "FILE-OF-TOKEN", "[identity=ID]", "[role=ARN]"]
        case .confirmForgotPassword: ["NAME", "CODE"]
        case .updateUserAttributes: ["ATTRIBUTE=VALUE", "..."]
        case .verifyUserAttribute: ["ATTRIBUTE"]
        case .confirmUpdateUserAttributes: ["ATTRIBUTE", "CODE"]
        case .signS3Request: ["BUCKET", "KEY"]
        default: []
        }
    }

    /// The questions whose answers a terminal does not show.
    var secrets: [String] {
        switch self {
        case .signUp, .signIn: ["Password"]
        case .confirmSignIn: ["Answer"]
        case .confirmForgotPassword: ["New password"]
        case .changePassword: ["Present password", "New password"]
        default: []
        }
    }
}

/// A line of the input.
struct Line {
    let command: Command
    /// The arguments without `=`.
    let words: [String]
    /// The arguments with `=`.
    let values: [String: String]
    /// Whether the program reads on before the call has ended.
    let isInBackground: Bool

    /// Reads a line; throws `Mistake` if it is wrong.
    init(_ text: String) throws {
        var parts = text.split(separator: " ").map(String.init)
        isInBackground = parts.last == "&"
        if isInBackground { parts.removeLast() }
        guard let name = parts.first, let command = Command(rawValue: name) else {
            throw Mistake("there is no such command; help lists them")
        }
        self.command = command
        words = parts.dropFirst().filter { !$0.contains("=") }
        let pairs = parts.dropFirst().filter { $0.contains("=") }.map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(halves[0]), String(halves[1]))
        }
        values = Dictionary(pairs) { _, last in last }
        let required = command.arguments.filter { !$0.hasPrefix("[") && $0 != "..." }
        let pairsRequired = required.count { $0.contains("=") }
        guard words.count == required.count - pairsRequired, values.count >= pairsRequired else {
            throw Mistake("usage: " + ([name] + command.arguments).joined(separator: " "))
        }
    }
}

/// An input that the program cannot use.
struct Mistake: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}
