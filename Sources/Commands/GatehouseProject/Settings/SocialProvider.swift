// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A provider whose accounts sign in to a user pool, with what it knows about a person.
package enum SocialProvider: String, Sendable, CaseIterable {
    case facebook = "Facebook"
    case google = "Google"
    case loginWithAmazon = "LoginWithAmazon"
    case signInWithApple = "SignInWithApple"

    /// The name as people read it.
    package var label: String {
        switch self {
        case .facebook: "Facebook"
        case .google: "Google"
        case .loginWithAmazon: "Login With Amazon"
        case .signInWithApple: "Sign in with Apple"
        }
    }

    /// The name in the files of apps.
    package var frontendName: String {
        switch self {
        case .facebook: "FACEBOOK"
        case .google: "GOOGLE"
        case .loginWithAmazon: "AMAZON"
        case .signInWithApple: "APPLE"
        }
    }

    /// The provider's attribute and scope for each attribute of a user; the user name is not among them.
    private var attributes: [String: (name: String, scope: String)] {
        switch self {
        case .facebook:
            [
                "email": ("email", "email"), "name": ("name", "public_profile"),
                "given_name": ("first_name", "public_profile"), "family_name": ("last_name", "public_profile"),
                "middle_name": ("middle_name", "public_profile"), "gender": ("gender", "public_profile"),
                "birthdate": ("birthday", "public_profile"), "picture": ("picture", "public_profile"),
                "updated_at": ("updated_at", "public_profile"),
            ]
        case .google:
            [
                "email": ("email", "email"), "name": ("name", "profile"), "given_name": ("given_name", "profile"),
                "family_name": ("family_name", "profile"), "picture": ("picture", "profile"),
                "birthdate": ("birthdays", "profile"), "gender": ("genders", "profile"),
                "phone_number": ("phoneNumbers", "profile"),
            ]
        case .loginWithAmazon:
            [
                "email": ("email", "profile"), "name": ("name", "profile"),
                "locale": ("postal_code", "postal_code"),
            ]
        case .signInWithApple:
            [
                "email": ("email", "email"), "name": ("name", "name"), "given_name": ("firstName", "name"),
                "family_name": ("lastName", "name"),
            ]
        }
    }

    private var userName: (name: String, scope: String)? {
        switch self {
        case .facebook: ("id", "public_profile")
        case .google: ("sub", "openid")
        case .loginWithAmazon: ("user_id", "profile:user_id")
        case .signInWithApple: nil
        }
    }

    /// Whether the provider can supply an attribute that users must have.
    package func supplies(_ attribute: String) -> Bool {
        attributes[attribute] != nil
    }

    /// The row of `hostedUIProviderMeta`, for the attributes that the user pool requires.
    package func metadata(requiredAttributes: [String]) -> ProviderMetadata {
        var mapping: [JSONValue.Member] = []
        var scopes: [String] = self == .google ? ["openid", "email", "profile"] : []
        for attribute in requiredAttributes {
            guard let source = attributes[attribute] else { continue }
            mapping.append(JSONValue.Member(attribute, .string(source.name)))
            if !scopes.contains(source.scope) { scopes.append(source.scope) }
        }
        if let userName {
            mapping.append(JSONValue.Member("username", .string(userName.name)))
            if !scopes.contains(userName.scope) { scopes.append(userName.scope) }
        }
        return ProviderMetadata(
            providerName: rawValue, authorizeScopes: scopes.joined(separator: self == .facebook ? "," : " "),
            attributeMapping: mapping)
    }

    /// The keys of the questions for the provider's ids, in their order; a hidden one is a secret.
    package var credentialKeys: [(key: String, label: String, isHidden: Bool)] {
        switch self {
        case .facebook:
            [
                ("facebookAppIdUserPool", "Facebook App ID", false),
                ("facebookAppSecretUserPool", "Facebook App Secret", true),
            ]
        case .google:
            [
                ("googleAppIdUserPool", "Google Web Client ID", false),
                ("googleAppSecretUserPool", "Google Web Client Secret", true),
            ]
        case .loginWithAmazon:
            [
                ("loginwithamazonAppIdUserPool", "Amazon App ID", false),
                ("loginwithamazonAppSecretUserPool", "Amazon App Secret", true),
            ]
        case .signInWithApple:
            [
                ("signinwithappleClientIdUserPool", "Apple Services ID", false),
                ("signinwithappleTeamIdUserPool", "Apple Team ID", false),
                ("signinwithappleKeyIdUserPool", "Apple Key ID", false),
                ("signinwithapplePrivateKeyUserPool", "Apple Private Key", true),
            ]
        }
    }
}

/// A row of `hostedUIProviderMeta`: the scopes that a provider gets, and which attributes it fills.
package struct ProviderMetadata: Sendable, Equatable {
    /// The provider's name at the service.
    package var providerName: String
    /// The scopes, separated as the provider wants it.
    package var authorizeScopes: String
    /// The provider's attribute for each attribute of a user, and for `username`.
    package var attributeMapping: [JSONValue.Member]

    /// The row as JSON.
    var json: JSONValue {
        [
            "ProviderName": .string(providerName), "authorize_scopes": .string(authorizeScopes),
            "AttributeMapping": .object(attributeMapping),
        ]
    }
}

/// A provider of an identity pool, by the key of logins.
package enum IdentityProvider: String, Sendable, CaseIterable {
    case facebook = "graph.facebook.com"
    case google = "accounts.google.com"
    case amazon = "www.amazon.com"
    case apple = "appleid.apple.com"
    /// AWS's tool has no such row, but the documents of AWSMobileClient name it.
    case twitter = "api.twitter.com"

    /// The name as people read it.
    package var label: String {
        switch self {
        case .facebook: "Facebook"
        case .google: "Google"
        case .amazon: "Amazon"
        case .apple: "Apple"
        case .twitter: "Twitter"
        }
    }

    /// The keys of the questions for the provider's ids and secrets.
    package var credentialKeys: [String] {
        switch self {
        case .facebook: ["facebookAppId"]
        case .google: ["googleClientId", "googleIos", "googleAndroid"]
        case .amazon: ["amazonAppId"]
        case .apple: ["appleAppId"]
        case .twitter: ["twitterConsumerKey", "twitterConsumerSecret"]
        }
    }
}
