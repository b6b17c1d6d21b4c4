// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseWire

/// The context in which a service's fault is converted to an error.
enum FaultReading: CaseIterable {
    /// A call of the user pool.
    case userPool
    /// A call of the user pool for a change of the password or a code for an attribute: an error that is neither a
    /// fault nor a lost connection becomes an error of the configuration.
    case accountSecret
    /// A sign-in, whose only calls with limits are those of the identity pool.
    case signIn
    /// An answer to a sign-in that waits for a code of an authenticator app.
    case appCode
    /// The session, as far as it comes from the identity pool.
    case session
    /// A sign-out or deletion.
    case leaving

    /// The fault as this API's error.
    func error(for fault: ServiceFault) -> AuthError {
        if let meaning = FaultMeaning(fault.code, in: self) {
            return meaning.error(for: fault, in: self)
        }
        if unlistedIsOfService, ServiceFault.Code.modelled.contains(fault.code) {
            return .service(fault.message, FaultMeaning.advice, fault)
        }
        return .unknown(fault.message, fault)
    }

    /// A response that is not the service's, as this API's error.
    func error(forGarbled fault: ServiceFault) -> AuthError {
        switch self {
        case .accountSecret:
            .configuration(fault.message, "Check that the configured endpoint is that of a user pool", fault)
        case .userPool, .signIn, .appCode, .session, .leaving: .unknown(fault.message, fault)
        }
    }

    /// Whether `LimitExceededException` comes from the identity pool.
    var isLimitOfIdentityPool: Bool {
        switch self {
        case .signIn, .appCode, .session: true
        case .userPool, .accountSecret, .leaving: false
        }
    }

    private var unlistedIsOfService: Bool {
        switch self {
        case .session, .leaving: true
        case .userPool, .accountSecret, .signIn, .appCode: false
        }
    }
}
