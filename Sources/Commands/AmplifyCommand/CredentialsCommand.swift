// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import ArgumentParser
import Foundation
import GatehouseDialogue

/// `amplify credentials`.
struct CredentialsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "credentials",
        abstract: "Show the AWS credentials of the signed-in user, or pass them to the AWS CLI.",
        discussion: """
            Prints the id of the access key and its end. With --process, prints the JSON that the AWS CLI and AWS's \
            libraries read from a credential_process, and nothing else; credentials that expire within 15 minutes are \
            renewed first. A profile in ~/.aws/config has the line

            credential_process = amplify credentials --process --config /path/to/amplify_outputs.json
            """)

    @Flag(help: "Print the JSON of a credential_process, with the secret key.")
    var process = false

    @OptionGroup var app: AppOptions

    func run() async throws {
        try await app.run { try await $0.showCredentials(process ? .process : .summary) }
    }
}

extension Account {
    /// The form in which credentials are printed.
    enum CredentialForm {
        /// For people: the key's id and its end, without the secret.
        case summary
        /// For `credential_process` in the configuration of the AWS CLI and of AWS's libraries.
        case process
    }

    /// Credentials of an earlier end are renewed, unless the server cannot be reached: AWS's libraries begin to ask for
    /// others 15 minutes before it.
    private static let leastValidity: TimeInterval = 15 * 60

    /// Prints the AWS credentials of the signed-in user.
    ///
    /// - Parameters:
    ///   - form: the form.
    ///   - now: the present time.
    /// - Throws: `Refusal` if no user is signed in; `AuthError` if the user has no credentials.
    func showCredentials(_ form: CredentialForm, now: Date = Date()) async throws {
        _ = try await signedInUser()
        let credentials = try await credentials(now: now)
        switch form {
        case .summary:
            results.say("access key", credentials.accessKeyId)
            results.say("valid until", credentials.expiration.formatted(.iso8601))
        case .process:
            results.write(try ProcessCredentials(credentials).json() + "\n")
        }
    }

    private func credentials(now: Date) async throws -> any AWSTemporaryCredentials {
        let stored = try await credentials(renews: false)
        guard stored.expiration < now + Self.leastValidity else { return stored }
        do {
            return try await credentials(renews: true)
        } catch let error where stored.expiration > now && Complaint(error).status == .unreachable {
            return stored
        }
    }

    private func credentials(renews: Bool) async throws -> any AWSTemporaryCredentials {
        let credentials = try await cognitoSession(renews: renews).getAWSCredentials().get()
        guard let credentials = credentials as? any AWSTemporaryCredentials else {
            throw Refusal("The credentials have no end.", cure: "")
        }
        return credentials
    }
}

/// The output of a `credential_process`: AWS SDKs and Tools Reference Guide, "Process credential provider".
struct ProcessCredentials: Encodable {
    let version = 1
    let accessKeyID: String
    let secretAccessKey: String
    let sessionToken: String
    /// The end of the credentials in ISO 8601, in UTC.
    let expiration: String

    private enum CodingKeys: String, CodingKey {
        case version = "Version"
        case accessKeyID = "AccessKeyId"
        case secretAccessKey = "SecretAccessKey"
        case sessionToken = "SessionToken"
        case expiration = "Expiration"
    }

    init(_ credentials: any AWSTemporaryCredentials) {
        accessKeyID = credentials.accessKeyId
        secretAccessKey = credentials.secretAccessKey
        sessionToken = credentials.sessionToken
        expiration = credentials.expiration.formatted(.iso8601)
    }

    /// The JSON object in one line.
    ///
    /// - Throws: `EncodingError`, which no text causes.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
