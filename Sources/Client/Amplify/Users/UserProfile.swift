// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Facts about a user, for analytics and notifications.
public protocol UserProfile {
    /// The user's name.
    var name: String? { get }

    /// The user's e-mail address.
    var email: String? { get }

    /// The plan that the user has subscribed to.
    var plan: String? { get }

    /// The user's place.
    var location: UserProfileLocation? { get }

    /// Other facts, by name.
    var customProperties: [String: any UserProfilePropertyValue]? { get }
}

/// A value that a user profile can hold: text, a number or a truth value.
public protocol UserProfilePropertyValue {}

extension String: UserProfilePropertyValue {}
extension Int: UserProfilePropertyValue {}
extension Double: UserProfilePropertyValue {}
extension Bool: UserProfilePropertyValue {}

/// A user profile of plain values.
public struct BasicUserProfile: UserProfile {
    /// The user's name.
    public var name: String?

    /// The user's e-mail address.
    public var email: String?

    /// The plan that the user has subscribed to.
    public var plan: String?

    /// The user's place.
    public var location: UserProfileLocation?

    /// Other facts, by name.
    public var customProperties: [String: any UserProfilePropertyValue]?

    /// Makes a profile.
    public init(
        name: String? = nil,
        email: String? = nil,
        plan: String? = nil,
        location: UserProfileLocation? = nil,
        customProperties: [String: any UserProfilePropertyValue]? = nil
    ) {
        self.name = name
        self.email = email
        self.plan = plan
        self.location = location
        self.customProperties = customProperties
    }
}

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
