// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

extension AuthError {
    /// Whether another answer to the same question can help.
    var allowsAnotherAnswer: Bool {
        switch self {
        case .service, .validation: true
        case .configuration, .unknown, .notAuthorized, .invalidState, .signedOut, .sessionExpired: false
        }
    }
}
