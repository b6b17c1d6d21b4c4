// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes
package import Foundation

/// A user pool as the store keeps it: its description in the API's form, and settings that the description does not
/// contain.
package struct UserPoolRecord: Sendable, Equatable {
    /// The maximum number of pools in a region.
    package static let maximumPerRegion = 1_000

    /// The pool's id: its region, an underscore and random characters.
    package let id: String
    /// The pool as `DescribeUserPool` returns it, without the number of users.
    package var description: UserPoolType {
        get { sharedDescription.value }
        set { sharedDescription.value = newValue }
    }
    private var sharedDescription: SharedValue<UserPoolType>
    /// The settings for user sessions.
    package var sessions: SessionSettings
    /// The factors besides the password.
    package var factors: PoolFactors
    /// The time at which the pool was created.
    package let createdAt: Date
    /// The time at which a setting of the pool last changed.
    package var modifiedAt: Date

    /// Creates the record of a pool.
    package init(
        id: String, description: UserPoolType, sessions: SessionSettings = SessionSettings(),
        factors: PoolFactors = .none, createdAt: Date, modifiedAt: Date
    ) {
        self.id = id
        sharedDescription = SharedValue(description)
        self.sessions = sessions
        self.factors = factors
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
    }
}

/// The settings of a pool for user sessions.
package struct SessionSettings: Sendable, Equatable {
    /// Whether the pool records sessions.
    package let isTracked: Bool
    /// The maximum number of sessions of a user, from 1 to 100; one more ends the session that was used longest ago.
    package let maximumPerUser: Int

    /// Creates the settings; the defaults are the settings of a new pool.
    package init(isTracked: Bool = false, maximumPerUser: Int = 20) {
        self.isTracked = isTracked
        self.maximumPerUser = maximumPerUser
    }
}

/// The settings of a pool, with defaults where its description has no value.
///
/// Each request asks for some of them. The description is large, and another module that asks it gets a copy of it all.
extension UserPoolRecord {
    /// The pool's functions for triggers; `nil` if it has none.
    package var functions: LambdaConfigType? { description.lambdaConfig }

    /// Whether the pool records events: its threat protection is in audit or enforced mode.
    package var keepsAuthEvents: Bool {
        switch description.userPoolAddOns?.advancedSecurityMode {
        case .some(.audit), .some(.enforced): true
        default: false
        }
    }

    /// Whether the pool has the tier without levels, choices of factors and changed pages.
    package var isLite: Bool { description.userPoolTier == .lite }

    /// Whether user names are case-sensitive, which is the API's default.
    package var isCaseSensitive: Bool { description.usernameConfiguration?.caseSensitive ?? true }

    /// Returns a name in the form in which the pool compares names.
    package func comparable(_ name: String) -> String {
        isCaseSensitive ? name : name.lowercased()
    }

    /// Whether users sign in with an attribute, so that the stored user name is the `sub`.
    package var usesUsernameAttributes: Bool { !(description.usernameAttributes ?? []).isEmpty }

    /// The attributes that users sign in with instead of a user name.
    package var usernameAttributes: Set<String> {
        Set((description.usernameAttributes ?? []).map(\.rawValue))
    }

    /// The attributes that users can sign in with besides their user name.
    package var aliasAttributes: Set<String> {
        Set((description.aliasAttributes ?? []).map(\.rawValue))
    }

    /// The attributes that the server verifies by a code.
    package var autoVerifiedAttributes: Set<String> {
        Set((description.autoVerifiedAttributes ?? []).map(\.rawValue))
    }

    /// The attributes that a sign-up must contain.
    package var requiredAttributes: Set<String> {
        Set((description.schemaAttributes ?? []).filter { $0.required == true }.compactMap(\.name))
    }

    /// The rules for passwords.
    package var passwordPolicy: PasswordPolicyType {
        description.policies?.passwordPolicy ?? PasswordPolicyType()
    }

    /// Whether only administrators can create users.
    package var isClosed: Bool { description.adminCreateUserConfig?.allowAdminCreateUserOnly ?? false }

    /// The lifetime of a temporary password in seconds; 0 days in the settings mean the default of seven.
    package var temporaryPasswordValidity: Double {
        let days =
            passwordPolicy.temporaryPasswordValidityDays
            ?? description.adminCreateUserConfig?.unusedAccountValidityDays ?? 7
        return Double(days == 0 ? 7 : days) * 86_400
    }

    /// Returns the description as `DescribeUserPool` returns it; the list of attributes that wait for their code is in
    /// it even if it is empty.
    package func description(numberOfUsers: Int) -> UserPoolType {
        var printed = description
        printed.estimatedNumberOfUsers = numberOfUsers
        let waiting = description.userAttributeUpdateSettings?.attributesRequireVerificationBeforeUpdate
        printed.userAttributeUpdateSettings = UserAttributeUpdateSettingsType(
            attributesRequireVerificationBeforeUpdate: waiting ?? [])
        return printed
    }
}

/// The settings of a pool for devices.
extension UserPoolRecord {
    /// Whether the server issues a device key at each sign-in with a new device.
    package var tracksDevices: Bool { description.deviceConfiguration != nil }

    /// Whether a confirmed device is remembered only after the user has agreed.
    package var remembersDevicesOnPrompt: Bool {
        description.deviceConfiguration?.deviceOnlyRememberedOnUserPrompt ?? false
    }

    /// Whether a remembered device replaces the second factor; otherwise it proves itself after the second factor.
    package var acceptsDevicesAsFactor: Bool {
        description.deviceConfiguration?.challengeRequiredOnNewDevice ?? false
    }
}

extension UserPoolType {
    /// The factors with which a `USER_AUTH` sign-in may begin; only the password by default.
    package var firstFactors: Set<AuthFactorType> {
        let allowed = policies?.signInPolicy?.allowedFirstAuthFactors ?? []
        return allowed.isEmpty ? [.password] : Set(allowed)
    }

    /// Whether a code by e-mail or SMS can be the only factor of a sign-in.
    package var sendsSignInCodes: Bool { !firstFactors.isDisjoint(with: [.emailOtp, .smsOtp]) }
}

/// The alphabets of generated identifiers.
package enum Alphabet {
    /// The characters of client ids and client secrets.
    package static let lowerCaseAndDigits = "abcdefghijklmnopqrstuvwxyz0123456789"
    /// The characters of the ids of user pools and import jobs.
    package static let lettersAndDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + lowerCaseAndDigits
}
