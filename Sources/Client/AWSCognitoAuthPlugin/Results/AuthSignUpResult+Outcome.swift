// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseSession

extension AuthSignUpResult {
    /// Converts the engine's outcome to this API's type.
    init(_ outcome: SignUpOutcome) {
        let step: AuthSignUpStep =
            switch outcome.nextStep {
            case .confirmUser(let delivery, let userID):
                .confirmUser(delivery.map(AuthCodeDeliveryDetails.init), nil, userID)
            case .completeAutoSignIn(let session): .completeAutoSignIn(session)
            case .done: .done
            }
        self.init(step, userID: outcome.userID)
    }
}
