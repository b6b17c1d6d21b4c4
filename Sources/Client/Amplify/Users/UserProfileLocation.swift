// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The place of a user.
public struct UserProfileLocation: Sendable {
    /// The latitude in degrees.
    public var latitude: Double?

    /// The longitude in degrees.
    public var longitude: Double?

    /// The postal code, as the country writes it.
    public var postalCode: String?

    /// The name of the city.
    public var city: String?

    /// The state, province or other region of the country.
    public var region: String?

    /// The name of the country.
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
