// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Testing

/// Lets one test at a time have what there is once in a process, whatever targets the tests are in.
///
/// A test has it from its suite or for itself, not from both: the second would wait for the first.
package struct OneAtATime: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true
    fileprivate let turns: Turns

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await turns.take(body)
    }
}

extension Trait where Self == OneAtATime {
    /// For tests of `Amplify` itself, which is one for the process.
    package static var ownsAmplify: Self { OneAtATime(turns: .ofAmplify) }
}

/// Turns that are taken one after the other.
private actor Turns {
    static let ofAmplify = Turns()

    private var last: Task<Void, Never>?

    func take(_ body: @concurrent @Sendable () async throws -> Void) async throws {
        let before = last
        let (end, turn) = AsyncStream.makeStream(of: Never.self)
        last = Task { for await _ in end {} }
        defer { turn.finish() }
        await before?.value
        try Task.checkCancellation()
        try await body()
    }
}
