// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A part that is broken on purpose, to see that the run notices.
enum Sabotage: CaseIterable {
    /// The store keeps the first half of what it is given.
    case halfWrites
    /// The store says that it has written, and has not.
    case forgottenWrites
    /// A failing network speaks like a user pool that refuses for good.
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
