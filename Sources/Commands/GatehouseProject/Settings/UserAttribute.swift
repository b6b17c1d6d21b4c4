// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A standard attribute of a user, as lists show it and as files name it.
package struct UserAttribute: Sendable, Hashable {
    /// The name as people read it.
    package let label: String
    /// The name at the service.
    package let name: String

    private init(_ label: String, _ name: String) {
        self.label = label
        self.name = name
    }

    /// The attributes that a user pool can require, in the order of the lists.
    package static let standard = [
        UserAttribute("Address", "address"), UserAttribute("Birthdate", "birthdate"), UserAttribute("Email", "email"),
        UserAttribute("Family Name", "family_name"), UserAttribute("Middle Name", "middle_name"),
        UserAttribute("Gender", "gender"), UserAttribute("Locale", "locale"), UserAttribute("Given Name", "given_name"),
        UserAttribute("Name", "name"), UserAttribute("Nickname", "nickname"),
        UserAttribute("Phone Number", "phone_number"), UserAttribute("Preferred Username", "preferred_username"),
        UserAttribute("Picture", "picture"), UserAttribute("Profile", "profile"),
        UserAttribute("Updated At", "updated_at"), UserAttribute("Website", "website"),
        UserAttribute("Zone Info", "zoneinfo"),
    ]

    /// The attributes that an app can also read.
    package static let verifications = [
        UserAttribute("Email Verified?", "email_verified"),
        UserAttribute("Phone Number Verified?", "phone_number_verified"),
    ]

    /// The rows of a list; a row names the providers that cannot supply its attribute.
    static func choices(_ attributes: [UserAttribute], namesProviders: Bool = false) -> [Question.Choice] {
        attributes.map { attribute in
            let missing = SocialProvider.allCases.filter { !$0.supplies(attribute.name) }.map(\.label)
            let note = missing.isEmpty ? "" : "(not from \(missing.joined(separator: ", ")))"
            return Question.Choice(attribute.label, attribute.name, note: namesProviders ? note : "")
        }
    }
}
