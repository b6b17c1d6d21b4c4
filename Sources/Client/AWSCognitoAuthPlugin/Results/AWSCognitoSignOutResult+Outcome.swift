// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseSession
import GatehouseWire

extension AWSCognitoSignOutResult {
    /// Converts the engine's outcome to this API's type.
    init(_ outcome: SignOutOutcome) {
        switch outcome {
        case .complete: self = .complete
        case .partial(let revoke, let global, let page):
            self = .partial(
                revokeTokenError: revoke.map { trouble in
                    AWSCognitoRevokeTokenError(refreshToken: trouble.token, error: AuthError(signOutTrouble: trouble))
                },
                globalSignOutError: global.map { trouble in
                    AWSCognitoGlobalSignOutError(accessToken: trouble.token, error: AuthError(signOutTrouble: trouble))
                },
                hostedUIError: page.map { AWSCognitoHostedUIError(error: AuthError($0, from: .leaving)) }
            )
        case .failed(let error): self = .failed(AuthError(error, from: .leaving))
        }
    }
}

extension AuthError {
    /// The error of a failed step of the sign-out.
    ///
    /// A step that was skipped or cancelled counts as a failure of the service, and so does an error without a table
    /// entry.
    fileprivate init(signOutTrouble trouble: SignOutTrouble) {
        switch trouble.error {
        case .invalidState(let text, let cure): self = .service(text, cure)
        case .service(let fault) where FaultMeaning(fault.code, in: .leaving) == nil:
            self = .service(fault.message, FaultMeaning.advice, fault)
        case .garbled(let fault): self = .service(fault.message, FaultMeaning.advice, fault)
        case .cancelled: self = .service("The call was cut off", "Revoke the token later", OperationCancelledError())
        default: self = AuthError(trouble.error, from: .leaving)
        }
    }
}
