// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
