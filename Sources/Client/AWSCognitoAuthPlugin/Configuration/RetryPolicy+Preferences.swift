// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient

extension RetryPolicy {
    /// The app's wishes, as far as they can be followed: a timeout between a millisecond and a day, within the time that
    /// a call may take.
    init(_ preferences: AWSCognitoNetworkPreferences?) {
        self.init()
        guard let preferences else { return }
        maximumAttempts = Int(preferences.maxRetryCount) + 1
        let seconds = preferences.timeoutIntervalForRequest
        if !seconds.isNaN {
            connectTimeout = .seconds(min(max(seconds, 0.001), 86_400))
            attemptTimeout = max(attemptTimeout, connectTimeout)
        }
    }
}
