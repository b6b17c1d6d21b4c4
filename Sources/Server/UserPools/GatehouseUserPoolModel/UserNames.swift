// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseCrypto
package import GatehouseWire

/// The names under which users sign in.
package enum UserNames {
    /// Returns the stored user name and the attributes of a new user; in pools with username attributes, the name
    /// becomes an attribute and the `sub` the stored name.
    ///
    /// - Throws: `InvalidParameterException` for a name in the wrong format.
    package static func resolve(
        _ username: String, attributes: [String: String], sub: String, in pool: UserPoolRecord
    ) throws(ServiceFault) -> (stored: String, attributes: [String: String]) {
        guard pool.usesUsernameAttributes else {
            try refuseAliasShape(username, in: pool)
            return (pool.comparable(username), attributes)
        }
        var attributes = attributes
        attributes[try attributeName(of: username, in: pool)] = username
        return (sub, attributes)
    }

    /// Returns the names of a new user: the stored name and the username attributes.
    ///
    /// Aliases are claimed later.
    package static func fromTheStart(for user: UserRecord, in pool: UserPoolRecord) -> [SignInName] {
        active(for: user, in: pool).filter { name in
            name.kind == .username || pool.usernameAttributes.contains(name.kind.rawValue)
        }
    }

    /// Returns the names under which the user can sign in now.
    ///
    /// A user of an identity provider has no aliases: the values come from the provider, and would take the names of
    /// users who have proved them.
    package static func active(for user: UserRecord, in pool: UserPoolRecord) -> [SignInName] {
        var names = [SignInName(.username, pool.comparable(user.username))]
        for attribute in ["email", "phone_number", "preferred_username"] {
            guard
                let value = user.attributes[attribute], isActive(attribute, of: user, in: pool),
                let kind = SignInName.Kind(rawValue: attribute)
            else { continue }
            let name = SignInName(kind, pool.comparable(value))
            if !names.contains(where: { $0.value == name.value }) { names.append(name) }
        }
        return names
    }

    /// Rejects a preferred user name at sign-up if it is an alias: it needs no verification, so a new user could take
    /// another user's name.
    ///
    /// - Throws: `InvalidParameterException` for a preferred user name in pools where it is an alias.
    package static func checkGivenAtSignUp(
        _ attributes: [String: String], in pool: UserPoolRecord
    ) throws(ServiceFault) {
        let attribute = SignInName.Kind.preferredUsername.rawValue
        guard attributes[attribute] == nil || !pool.aliasAttributes.contains(attribute) else {
            throw .invalidParameter(
                "\(attribute) is an alias in this user pool and cannot be given at sign-up; "
                    + "set it when the user is confirmed.")
        }
    }

    /// Returns the fault for a name that another user has.
    package static func taken(_ value: String, by username: String, in pool: UserPoolRecord) -> ServiceFault {
        guard pool.usesUsernameAttributes else {
            return ServiceFault(.usernameExists, "User already exists")
        }
        let kind = value.hasPrefix("+") ? "phone_number" : "email"
        return ServiceFault(.usernameExists, "An account with the given \(kind) already exists.")
    }

    private static func isActive(_ attribute: String, of user: UserRecord, in pool: UserPoolRecord) -> Bool {
        guard user.status != .externalProvider else { return false }
        if pool.usernameAttributes.contains(attribute) { return true }
        guard pool.aliasAttributes.contains(attribute) else { return false }
        return attribute == "preferred_username" || user.attributes[attribute + "_verified"] == "true"
    }

    /// Returns the alias of the pool whose format a name has, or `nil`; stored user names never have such a format.
    package static func aliasForm(of name: String, in pool: UserPoolRecord) -> SignInName.Kind? {
        if pool.aliasAttributes.contains("email") && UserAttributes.isEmailAddress(name) { return .email }
        if pool.aliasAttributes.contains("phone_number") && UserAttributes.isPhoneNumber(name) { return .phoneNumber }
        return nil
    }

    private static func refuseAliasShape(_ username: String, in pool: UserPoolRecord) throws(ServiceFault) {
        guard let kind = aliasForm(of: username, in: pool) else { return }
        let name = kind == .email ? "email" : "phone number"
        throw .invalidParameter(
            "Username cannot be of \(name) format, since user pool is configured for \(name) alias.")
    }

    private static func attributeName(of username: String, in pool: UserPoolRecord) throws(ServiceFault) -> String {
        let kinds = pool.usernameAttributes
        if kinds.contains("email") && UserAttributes.isEmailAddress(username) { return "email" }
        if kinds.contains("phone_number") && UserAttributes.isPhoneNumber(username) { return "phone_number" }
        switch (kinds.contains("email"), kinds.contains("phone_number")) {
        case (true, true): throw .invalidParameter("Username should be either an email or a phone number.")
        case (true, false): throw .invalidParameter("Username should be an email.")
        default: throw .invalidParameter("Username should be a phone number.")
        }
    }
}
