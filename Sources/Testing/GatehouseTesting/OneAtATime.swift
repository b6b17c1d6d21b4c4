// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAppTesting
public import Testing

/// A trait of tests that run one at a time, whatever targets they are in.
///
/// A test has it from its suite or for itself, not from both: the second would wait for the first.
public struct OneAtATime: SuiteTrait, TestTrait, TestScoping {
    /// Whether the tests of a suite have the trait of the suite.
    public let isRecursive = true

    /// Runs a test once the one before it has ended.
    /// - Throws: the test's error.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await AmplifyTurns.shared.take(body)
    }
}

extension Trait where Self == OneAtATime {
    /// For tests that configure `Amplify`, which is one for the process: `Amplify.reset()` runs before each test and
    /// after it.
    public static var ownsAmplify: Self { OneAtATime() }
}
