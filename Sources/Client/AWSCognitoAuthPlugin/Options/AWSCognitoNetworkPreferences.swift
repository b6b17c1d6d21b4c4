// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

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
