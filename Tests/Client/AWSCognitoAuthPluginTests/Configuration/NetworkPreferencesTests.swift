// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import Testing

@testable import AWSCognitoAuthPlugin

@Suite struct NetworkPreferencesTests {
    @Test func `retries follow the first attempt, and the time is the connection's`() {
        let policy = RetryPolicy(AWSCognitoNetworkPreferences(maxRetryCount: 4, timeoutIntervalForRequest: 7.5))
        #expect(policy.maximumAttempts == 5)
        #expect(policy.connectTimeout == .seconds(7.5))
        #expect(policy.attemptTimeout == RetryPolicy().attemptTimeout)
        #expect(policy.deadline == RetryPolicy().deadline)
    }

    @Test func `an attempt is never shorter than its connection may be`() {
        let policy = RetryPolicy(AWSCognitoNetworkPreferences(maxRetryCount: 0, timeoutIntervalForRequest: 40))
        #expect(policy.connectTimeout == .seconds(40) && policy.attemptTimeout == .seconds(40))
    }

    @Test(arguments: [
        (0, Duration.milliseconds(1)), (-1, .milliseconds(1)), (.infinity, .seconds(86_400)),
        (1e300, .seconds(86_400)), (.nan, RetryPolicy().connectTimeout),
    ])
    func `an absurd timeout is brought to reason`(seconds: Double, timeout: Duration) {
        let preferences = AWSCognitoNetworkPreferences(maxRetryCount: .max, timeoutIntervalForRequest: seconds)
        #expect(RetryPolicy(preferences).connectTimeout == timeout)
        #expect(RetryPolicy(preferences).maximumAttempts == Int(UInt32.max) + 1)
    }

    @Test func `without preferences the defaults count`() {
        #expect(RetryPolicy(nil).maximumAttempts == RetryPolicy().maximumAttempts)
    }
}
