// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
