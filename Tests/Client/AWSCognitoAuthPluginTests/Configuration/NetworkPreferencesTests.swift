// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import Testing

@testable import AWSCognitoAuthPlugin

@Suite struct NetworkPreferencesTests {
    @Test func `retries come on top of the first attempt`() {
        let policy = RetryPolicy(AWSCognitoNetworkPreferences(maxRetryCount: 4, timeoutIntervalForRequest: 7.5))
        #expect(policy.maximumAttempts == 5)
        #expect(policy.attemptTimeout == .seconds(7.5))
    }

    @Test(arguments: [
        (0, Duration.milliseconds(1)), (-1, .milliseconds(1)), (.infinity, .seconds(86_400)),
        (1e300, .seconds(86_400)), (.nan, RetryPolicy().attemptTimeout),
    ])
    func `an absurd timeout is brought to reason`(seconds: Double, timeout: Duration) {
        let preferences = AWSCognitoNetworkPreferences(maxRetryCount: .max, timeoutIntervalForRequest: seconds)
        #expect(RetryPolicy(preferences).attemptTimeout == timeout)
        #expect(RetryPolicy(preferences).maximumAttempts == Int(UInt32.max) + 1)
    }

    @Test func `without preferences the defaults count`() {
        #expect(RetryPolicy(nil).maximumAttempts == RetryPolicy().maximumAttempts)
    }
}
