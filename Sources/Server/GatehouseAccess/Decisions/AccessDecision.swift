// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The result of evaluating policies for a request.
///
/// Source: the evaluation logic in the IAM user guide; a statement that denies takes precedence over those that allow.
package enum AccessDecision: Sendable, Equatable {
    /// A statement allows the request, and none denies it.
    case allowed
    /// No statement applies to the request.
    case implicitlyDenied
    /// A statement denies the request.
    case explicitlyDenied

    /// The decision of several policies together, of which one that allows is enough.
    package func or(_ other: AccessDecision) -> AccessDecision {
        switch (self, other) {
        case (.explicitlyDenied, _), (_, .explicitlyDenied): .explicitlyDenied
        case (.allowed, _), (_, .allowed): .allowed
        case (.implicitlyDenied, .implicitlyDenied): .implicitlyDenied
        }
    }
}
