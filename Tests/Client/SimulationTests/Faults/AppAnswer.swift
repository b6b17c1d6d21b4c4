// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify

/// The result of a call, as an app sees it.
enum AppAnswer: Sendable {
    case session(SessionView)
    case user(Result<String, Trouble>)
    /// Whether the sign-in is complete.
    case signIn(Result<Bool, Trouble>)
    case signOut(SignOutView)
    case done(Trouble?)
}

/// The result of a sign-out.
enum SignOutView: String, Sendable {
    case complete, partial, failed

    init(_ result: any AuthSignOutResult) {
        self =
            switch result as? AWSCognitoSignOutResult {
            case .complete: .complete
            case .partial: .partial
            case .failed, nil: .failed
            }
    }
}

/// A session as the app sees it.
struct SessionView: Sendable {
    struct Tokens: Sendable {
        let id: String
        let access: String
        let refresh: String
    }

    struct Identity: Sendable {
        let id: String
        let accessKeyID: String
        let secretKey: String
        let sessionToken: String
    }

    let isSignedIn: Bool
    let tokens: Result<Tokens, Trouble>
    let identity: Result<Identity, Trouble>

    init(_ session: any AuthSession) {
        isSignedIn = session.isSignedIn
        guard let session = session as? AWSAuthCognitoSession else {
            tokens = .failure(.foreign)
            identity = .failure(.foreign)
            return
        }
        tokens = session.getCognitoTokens().mapError { Trouble($0) }.map {
            Tokens(id: $0.idToken, access: $0.accessToken, refresh: $0.refreshToken)
        }
        identity = Self.identity(session)
    }

    private static func identity(_ session: AWSAuthCognitoSession) -> Result<Identity, Trouble> {
        switch (session.getIdentityId(), session.getAWSCredentials()) {
        case (.success(let id), .success(let credentials)):
            guard let credentials = credentials as? any AWSTemporaryCredentials else { return .failure(.foreign) }
            return .success(
                Identity(
                    id: id,
                    accessKeyID: credentials.accessKeyId,
                    secretKey: credentials.secretAccessKey,
                    sessionToken: credentials.sessionToken
                )
            )
        case (.failure(let error), .failure): return .failure(Trouble(error))
        default: return .failure(.foreign)
        }
    }
}
