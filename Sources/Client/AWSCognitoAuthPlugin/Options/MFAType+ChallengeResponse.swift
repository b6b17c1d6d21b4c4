// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension MFAType: DefaultLogger {
    /// The answer to `confirmSignIn` that chooses this factor: its name on the wire.
    public var challengeResponse: String {
        switch self {
        case .sms: SecondFactor.sms.rawValue
        case .totp: SecondFactor.totp.rawValue
        case .email: SecondFactor.email.rawValue
        }
    }

    init(_ factor: SecondFactor) {
        switch factor {
        case .sms: self = .sms
        case .totp: self = .totp
        case .email: self = .email
        }
    }
}
