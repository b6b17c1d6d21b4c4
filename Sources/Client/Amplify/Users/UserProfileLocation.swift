// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The place of a user.
public struct UserProfileLocation: Sendable {
    /// The latitude in degrees.
    public var latitude: Double?

    /// The longitude in degrees.
    public var longitude: Double?

    /// The postal code.
    public var postalCode: String?

    /// The city.
    public var city: String?

    /// The region.
    public var region: String?

    /// The country.
    public var country: String?

    /// Makes a place.
    public init(
        latitude: Double? = nil,
        longitude: Double? = nil,
        postalCode: String? = nil,
        city: String? = nil,
        region: String? = nil,
        country: String? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.postalCode = postalCode
        self.city = city
        self.region = region
        self.country = country
    }
}
