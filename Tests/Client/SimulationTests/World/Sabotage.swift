// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A part that is broken on purpose, to check that the run detects it.
enum Sabotage: CaseIterable {
    /// The store keeps the first half of each value.
    case halfWrites
    /// The store reports a write that it has not made.
    case forgottenWrites
    /// A failing network answers like a user pool that refuses for good.
    case inventedRefusals
    /// The answers of two refreshes are mixed up.
    case mixedTokens
    /// The process has two engines that do not know of each other.
    case twoEngines
    /// A request is never answered, whatever its timeout.
    case silence
    /// The user pool refuses a refresh token that is good.
    case unjustRefusals
}
