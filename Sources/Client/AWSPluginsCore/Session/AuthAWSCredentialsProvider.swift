// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import Foundation

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
