// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseSession

extension AuthFlowType {
    /// The engine's value for the flow.
    var engineFlow: SignInFlow {
        switch self {
        case .userSRP: .userSRP
        case .customWithoutSRP: .customWithoutSRP
        case .userPassword: .userPassword
        case .userAuth(preferredFirstFactor: let factor): .userAuth(preferred: factor?.engineFactor)
        // `.customWithSRP`, and `.custom`, which is not named because it is deprecated.
        default: .customWithSRP
        }
    }
}
