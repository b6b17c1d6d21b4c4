// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseSession

extension AWSAuthCognitoSession {
    /// Converts the engine's report to this API's type.
    init(_ report: SessionReport) {
        self.init(
            isSignedIn: report.isSignedIn,
            userSub: report.userSub.mapError { AuthError($0, from: .session) },
            identityID: report.identityID.mapError { AuthError($0, from: .session) },
            credentials: report.credentials.map(AuthAWSCognitoCredentials.init)
                .mapError { AuthError($0, from: .session) },
            tokens: report.tokens.map(AWSCognitoUserPoolTokens.init).mapError { AuthError($0, from: .session) }
        )
    }

    /// A session without any part.
    init(missing error: AuthError) {
        self.init(
            isSignedIn: false,
            userSub: .failure(error),
            identityID: .failure(error),
            credentials: .failure(error),
            tokens: .failure(error)
        )
    }
}

extension AuthAWSCognitoCredentials {
    /// Converts the engine's credentials to this API's type.
    init(_ credentials: GatehouseSession.AWSCredentials) {
        self.init(
            accessKeyId: credentials.accessKeyID,
            secretAccessKey: credentials.secretAccessKey,
            sessionToken: credentials.sessionToken,
            expiration: credentials.expiration
        )
    }
}

extension AWSCognitoUserPoolTokens {
    fileprivate init(_ tokens: UserPoolTokens) {
        self.init(idToken: tokens.idToken, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken)
    }
}
