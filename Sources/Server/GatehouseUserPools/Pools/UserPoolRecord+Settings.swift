// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes

/// What a pool's settings mean for those who read them.
extension UserPoolRecord {
    /// Whether names that differ in case only are different names.
    ///
    /// The API's default is that they are.
    var isCaseSensitive: Bool { description.usernameConfiguration?.caseSensitive ?? true }

    /// The form in which the pool compares names.
    func comparable(_ name: String) -> String {
        isCaseSensitive ? name : name.lowercased()
    }

    /// Whether users are known by an attribute, and the stored name is the sub.
    var usesUsernameAttributes: Bool { !(description.usernameAttributes ?? []).isEmpty }

    var usernameAttributes: Set<String> {
        Set((description.usernameAttributes ?? []).map(\.rawValue))
    }

    var aliasAttributes: Set<String> {
        Set((description.aliasAttributes ?? []).map(\.rawValue))
    }

    var autoVerifiedAttributes: Set<String> {
        Set((description.autoVerifiedAttributes ?? []).map(\.rawValue))
    }

    /// The attributes that every user who signs up has.
    var requiredAttributes: Set<String> {
        Set((description.schemaAttributes ?? []).filter { $0.required == true }.compactMap(\.name))
    }

    var passwordPolicy: PasswordPolicyType {
        description.policies?.passwordPolicy ?? PasswordPolicyType()
    }

    /// Whether only administrators make users.
    var isClosed: Bool { description.adminCreateUserConfig?.allowAdminCreateUserOnly ?? false }

    /// How long a temporary password is good, in seconds; zero days mean the default of seven.
    var temporaryPasswordValidity: Double {
        let days =
            passwordPolicy.temporaryPasswordValidityDays
            ?? description.adminCreateUserConfig?.unusedAccountValidityDays ?? 7
        return Double(days == 0 ? 7 : days) * 86_400
    }

    /// What `DescribeUserPool` prints.
    func description(numberOfUsers: Int) -> UserPoolType {
        var printed = description
        printed.estimatedNumberOfUsers = numberOfUsers
        return printed
    }
}
