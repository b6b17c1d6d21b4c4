// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Testing

extension Trait where Self == TimeLimitTrait {
    /// Fails a test that has not ended after 15 minutes, because it waits for something that never happens.
    ///
    /// The limit is not a promise about time. All tests start at once and share two processors on a small machine, so
    /// the time of one includes most of the others', which take five minutes together.
    package static var hangLimit: Self { .timeLimit(.minutes(15)) }
}
