// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The next step of the change of an attribute.
public enum AuthUpdateAttributeStep: Sendable {
    /// The code that was delivered, by `confirm(userAttribute:confirmationCode:)`.
    case confirmAttributeWithCode(AuthCodeDeliveryDetails, AdditionalInfo?)

    /// Nothing.
    case done
}
