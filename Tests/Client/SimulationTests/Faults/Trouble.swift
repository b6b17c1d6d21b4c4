// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The kind of error that a call ended with.
enum Trouble: String, Sendable, Error, CaseIterable {
    case configuration, service, unknown, validation, notAuthorized, invalidState, signedOut, sessionExpired
    /// An error outside the API's types, which no call may throw.
    case foreign

    init(_ error: any Error) {
        guard let error = error as? AuthError else {
            self = .foreign
            return
        }
        switch error {
        case .configuration: self = .configuration
        case .service: self = .service
        case .unknown: self = .unknown
        case .validation: self = .validation
        case .notAuthorized: self = .notAuthorized
        case .invalidState: self = .invalidState
        case .signedOut: self = .signedOut
        case .sessionExpired: self = .sessionExpired
        }
    }
}
