// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The result of the change of an attribute.
public struct AuthUpdateAttributeResult: Sendable {
    /// Whether the attribute has its new value.
    public let isUpdated: Bool

    /// What the app has to do next: confirm the new value with a code, or nothing.
    public let nextStep: AuthUpdateAttributeStep

    /// Makes a result.
    public init(isUpdated: Bool, nextStep: AuthUpdateAttributeStep) {
        self.isUpdated = isUpdated
        self.nextStep = nextStep
    }
}

/// The next step of the change of an attribute.
public enum AuthUpdateAttributeStep: Sendable {
    /// The code that was delivered, by `confirm(userAttribute:confirmationCode:)`.
    case confirmAttributeWithCode(AuthCodeDeliveryDetails, AdditionalInfo?)

    /// Nothing.
    case done
}
