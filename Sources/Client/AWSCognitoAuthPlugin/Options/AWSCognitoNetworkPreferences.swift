// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// How patient the plugin is with the network.
///
/// A call ends after a minute at the latest, however many repetitions or seconds are left.
public struct AWSCognitoNetworkPreferences: Sendable {
    /// How often a failed request to a user pool or an identity pool is repeated.
    public let maxRetryCount: UInt32

    /// How long the connection to a service may take, in seconds.
    public let timeoutIntervalForRequest: TimeInterval

    /// How long the hosted pages' token call may take, in seconds.
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
