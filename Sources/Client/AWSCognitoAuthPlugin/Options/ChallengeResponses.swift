// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AuthFactorType: DefaultLogger {
    /// The answer to `confirmSignIn` that chooses this factor: its name on the wire.
    public var challengeResponse: String { engineFactor.rawValue }

    /// The factor with that name on the wire.
    init?(challengeResponse: String) {
        guard let factor = FirstFactor(rawValue: challengeResponse) else { return nil }
        self.init(factor)
    }

    init(_ factor: FirstFactor) {
        switch factor {
        case .password: self = .password
        case .passwordSRP: self = .passwordSRP
        case .smsOTP: self = .smsOTP
        case .emailOTP: self = .emailOTP
        case .webAuthn: self = .webAuthn
        }
    }

    var engineFactor: FirstFactor {
        switch self {
        case .password: .password
        case .passwordSRP: .passwordSRP
        case .smsOTP: .smsOTP
        case .emailOTP: .emailOTP
        case .webAuthn: .webAuthn
        }
    }
}

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
