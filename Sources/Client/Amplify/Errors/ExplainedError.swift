// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A cause with a sentence for developers: what is wrong, and what helps.
///
/// An error that has it as its cause suggests the sentence to the app's developer.
package protocol ExplainedError: Error {
    /// The sentence.
    var explanation: String { get }
}
