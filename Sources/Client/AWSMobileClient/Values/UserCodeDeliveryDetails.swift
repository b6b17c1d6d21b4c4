// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The address to which a code was sent.
public struct UserCodeDeliveryDetails: Sendable {
    /// The medium of the code.
    public let deliveryMedium: UserCodeDeliveryMedium
    /// The masked address, or the name of the authenticator app's device.
    public let destination: String?
    /// The attribute that holds the address.
    public let attributeName: String?
}
