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
