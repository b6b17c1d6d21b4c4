// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseDialogue

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
