// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes

/// What a pool's settings mean for those who read them.
extension UserPoolRecord {
    /// Whether names that differ in case only are different names.
    ///
    /// The API's default is that they are.
    package var isCaseSensitive: Bool { description.usernameConfiguration?.caseSensitive ?? true }

    /// The form in which the pool compares names.
    package func comparable(_ name: String) -> String {
        isCaseSensitive ? name : name.lowercased()
    }

    /// Whether users are known by an attribute, and the stored name is the sub.
    package var usesUsernameAttributes: Bool { !(description.usernameAttributes ?? []).isEmpty }

    package var usernameAttributes: Set<String> {
        Set((description.usernameAttributes ?? []).map(\.rawValue))
    }

    package var aliasAttributes: Set<String> {
        Set((description.aliasAttributes ?? []).map(\.rawValue))
    }

    package var autoVerifiedAttributes: Set<String> {
        Set((description.autoVerifiedAttributes ?? []).map(\.rawValue))
    }

    /// The attributes that every user who signs up has.
    package var requiredAttributes: Set<String> {
        Set((description.schemaAttributes ?? []).filter { $0.required == true }.compactMap(\.name))
    }

    package var passwordPolicy: PasswordPolicyType {
        description.policies?.passwordPolicy ?? PasswordPolicyType()
    }

    /// Whether only administrators make users.
    package var isClosed: Bool { description.adminCreateUserConfig?.allowAdminCreateUserOnly ?? false }

    /// How long a temporary password is good, in seconds; zero days mean the default of seven.
    package var temporaryPasswordValidity: Double {
        let days =
            passwordPolicy.temporaryPasswordValidityDays
            ?? description.adminCreateUserConfig?.unusedAccountValidityDays ?? 7
        return Double(days == 0 ? 7 : days) * 86_400
    }

    /// What `DescribeUserPool` prints.
    package func description(numberOfUsers: Int) -> UserPoolType {
        var printed = description
        printed.estimatedNumberOfUsers = numberOfUsers
        return printed
    }
}
