// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseSession

extension AWSCognitoSignOutResult {
    /// The engine's outcome in the words of this API.
    init(_ outcome: SignOutOutcome) {
        switch outcome {
        case .complete: self = .complete
        case .partial(let revoke, let global):
            self = .partial(
                revokeTokenError: revoke.map { trouble in
                    AWSCognitoRevokeTokenError(refreshToken: trouble.token, error: AuthError(signOutTrouble: trouble))
                },
                globalSignOutError: global.map { trouble in
                    AWSCognitoGlobalSignOutError(accessToken: trouble.token, error: AuthError(signOutTrouble: trouble))
                },
                hostedUIError: nil
            )
        case .failed(let error): self = .failed(AuthError(error, from: .leaving))
        }
    }
}

extension AuthError {
    /// What a step of the sign-out failed with: a step that was left out counts as a failure of the service.
    fileprivate init(signOutTrouble trouble: SignOutTrouble) {
        switch trouble.error {
        case .invalidState(let text, let cure): self = .service(text, cure)
        default: self = AuthError(trouble.error, from: .leaving)
        }
    }
}
