// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
public import Foundation

/// Credentials that sign requests.
public protocol AWSCredentials: Sendable {
    /// The key's id.
    var accessKeyId: String { get }

    /// The secret part of the key, with which requests are signed.
    var secretAccessKey: String { get }
}

/// Credentials that expire.
public protocol AWSTemporaryCredentials: AWSCredentials {
    /// The token that goes with the key.
    var sessionToken: String { get }

    /// When they expire.
    var expiration: Date { get }
}

/// A source of credentials.
public protocol AWSCredentialsProvider {
    /// Valid credentials.
    ///
    /// - Throws: `AuthError` if there are none.
    func fetchAWSCredentials() async throws -> any AWSCredentials
}

/// A session that has AWS credentials.
public protocol AuthAWSCredentialsProvider {
    /// Returns the credentials, or the error that explains their absence.
    func getAWSCredentials() -> Result<any AWSCredentials, AuthError>
}

extension AuthAWSCredentialsProvider where Self: AWSAuthSessionBehavior {
    /// The credentials; `.sessionExpired` once they have expired.
    public func getAWSCredentials() -> Result<any AWSCredentials, AuthError> {
        credentials(at: Date())
    }
}

extension AWSAuthSessionBehavior {
    func credentials(at time: Date) -> Result<any AWSCredentials, AuthError> {
        awsCredentialsResult.flatMap { credentials in
            guard credentials.expiration > time else {
                return .failure(.sessionExpired("The AWS credentials have expired", "Fetch the session again"))
            }
            return .success(credentials)
        }
    }
}

/// A plugin that can fetch new credentials on request.
public protocol AuthInvalidateCredentialBehavior {
    /// Makes the next call fetch new AWS credentials.
    func invalidateCachedTemporaryCredentials()
}
