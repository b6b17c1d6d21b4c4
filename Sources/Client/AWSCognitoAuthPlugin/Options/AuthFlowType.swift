// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

/// The order of play of a sign-in.
public enum AuthFlowType: Equatable, Sendable {
    /// The password is proved over SRP and never sent.
    case userSRP

    /// The pool's own challenges, after the password was proved over SRP.
    @available(*, deprecated, message: "Use customWithSRP")
    case custom

    /// The pool's own challenges, after the password was proved over SRP.
    case customWithSRP

    /// The pool's own challenges alone.
    case customWithoutSRP

    /// The password is sent as it is.
    case userPassword

    /// The user chooses the first factor, or the app does.
    case userAuth(preferredFirstFactor: AuthFactorType?)

    /// The user chooses the first factor.
    public static var userAuth: AuthFlowType { .userAuth(preferredFirstFactor: nil) }
}

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
