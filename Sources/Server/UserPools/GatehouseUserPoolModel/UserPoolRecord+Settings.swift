// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes

/// The settings of a pool, with defaults where its description has no value.
extension UserPoolRecord {
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
