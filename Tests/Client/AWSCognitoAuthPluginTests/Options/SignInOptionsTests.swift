// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import AWSCognitoAuthPlugin

@Suite struct SignInOptionsTests {
    @Test func `without metadata an empty object is sent`() {
        #expect(AWSAuthSignInOptions().clientMetadata == [:])
    }

    @Test func `metadata is sent`() {
        #expect(AWSAuthSignInOptions(metadata: ["a": "1"]).clientMetadata == ["a": "1"])
    }

    @available(*, deprecated, message: "Tests what is deprecated")
    @Test func `validation data goes with metadata and wins`() {
        let options = AWSAuthSignInOptions(validationData: ["a": "2"], metadata: ["a": "1", "b": "1"])
        #expect(options.clientMetadata == ["a": "2", "b": "1"])
        #expect(options.validationData == ["a": "2"])
    }
}
