// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
import GatehouseClient

/// The plugin's time limits and repetitions of requests.
///
/// A call ends after a minute at the latest, however many repetitions or seconds are left.
public struct AWSCognitoNetworkPreferences: Sendable {
    /// The number of repetitions of a failed request to a user pool or an identity pool.
    public let maxRetryCount: UInt32

    /// The time limit for the connection to a service, in seconds.
    public let timeoutIntervalForRequest: TimeInterval

    /// The time limit for the token request of the hosted pages, in seconds.
    public let timeoutIntervalForResource: TimeInterval?

    /// Makes preferences.
    public init(
        maxRetryCount: UInt32,
        timeoutIntervalForRequest: TimeInterval,
        timeoutIntervalForResource: TimeInterval? = nil
    ) {
        self.maxRetryCount = maxRetryCount
        self.timeoutIntervalForRequest = timeoutIntervalForRequest
        self.timeoutIntervalForResource = timeoutIntervalForResource
    }
}

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

    /// The app's wishes for the token request of the hosted pages: its time limit is the limit of the whole request.
    init(ofTokenRequest preferences: AWSCognitoNetworkPreferences?) {
        self.init(preferences)
        guard let seconds = preferences?.timeoutIntervalForResource, !seconds.isNaN else { return }
        attemptTimeout = .seconds(min(max(seconds, 0.001), 86_400))
    }
}
