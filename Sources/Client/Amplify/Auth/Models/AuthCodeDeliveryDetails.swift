// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The destination of a code.
public struct AuthCodeDeliveryDetails: Equatable, Sendable {
    /// The medium and the masked address.
    public let destination: DeliveryDestination

    /// The attribute that holds the address, if the service returned it.
    public let attributeKey: AuthUserAttributeKey?

    /// Makes details.
    public init(destination: DeliveryDestination, attributeKey: AuthUserAttributeKey? = nil) {
        self.destination = destination
        self.attributeKey = attributeKey
    }
}

/// A masked address.
public typealias Destination = String

/// The medium by which a code was sent, with the masked address if the service returned it.
public enum DeliveryDestination: Equatable, Sendable {
    /// By e-mail.
    case email(Destination?)

    /// By telephone.
    case phone(Destination?)

    /// By SMS.
    case sms(Destination?)

    /// By another medium.
    case unknown(Destination?)
}
