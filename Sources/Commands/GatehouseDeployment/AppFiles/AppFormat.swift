// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClientFiles
import GatehouseDataModel
import GatehouseProject
import GatehouseWire

/// What a configuration file of an app says.
enum AppFormat: Sendable {
    /// Amplify, generation 2.
    case outputs
    /// Amplify, generation 1.
    case amplify
    /// AWSMobileClient and the mobile SDKs.
    case mobile
    /// Amplify for JavaScript, generation 1.
    case javaScript

    /// The content of the file.
    func content(of files: ClientFiles) -> JSONValue {
        switch self {
        case .outputs: JSONValue(files.amplifyOutputs)
        case .amplify: JSONValue(files.amplifyConfiguration)
        case .mobile: JSONValue(files.awsConfiguration)
        case .javaScript: JSONValue(files.javaScriptExports)
        }
    }

    /// The object with the sections of pools, which the format of Amplify has inside; `nil` in other formats.
    private var sections: JSONPointer? {
        switch self {
        case .mobile: .root
        case .amplify: "/auth/plugins/awsCognitoAuthPlugin"
        case .outputs, .javaScript: nil
        }
    }

    /// The place of `authenticationFlowType`.
    var flow: JSONPointer? {
        sections?.appending("Auth").appending("Default").appending("authenticationFlowType")
    }

    /// The place of the pages of a sign-in.
    var pages: JSONPointer? {
        sections?.appending("Auth").appending("Default").appending("OAuth")
    }

    /// Whether the file has the name of the data API in the names of its members.
    var namesAPIs: Bool {
        switch self {
        case .amplify, .mobile: true
        case .outputs, .javaScript: false
        }
    }

    /// The places whose values are replaced as a whole: the members of the objects there are the tool's alone.
    var wholes: [JSONPointer] { self == .outputs ? ["/data/model_introspection"] : [] }

    /// The blocks of plugins, which are removed when nothing is in them, with the objects around them.
    var blocks: [JSONPointer] {
        self == .amplify ? ["/auth/plugins/awsCognitoAuthPlugin", "/api/plugins/awsAPIPlugin"] : []
    }

    /// What the tool removes from a file if the content does not have it, outside before inside.
    ///
    /// - Parameter names: the names of the APIs that the tool wrote before, and writes now.
    /// - Returns: the places in the file.
    func owned(apis names: [String]) -> [JSONPointer] {
        switch self {
        case .outputs: Self.ownedInOutputs
        case .mobile: ownedSections(names)
        case .amplify: ownedSections(names) + names.flatMap(Self.ownedInAPI)
        case .javaScript: Self.ownedInJavaScript
        }
    }

    private static let ownedInOutputs: [JSONPointer] = [
        "/auth", "/auth/identity_pool_id", "/auth/unauthenticated_identities_enabled", "/auth/password_policy",
        "/auth/oauth", "/auth/username_attributes", "/auth/groups", "/data", "/data/api_key",
        "/data/model_introspection",
    ]

    private static let ownedInJavaScript: [JSONPointer] = [
        "/aws_cognito_region", "/aws_cognito_identity_pool_id", "/aws_user_pools_id", "/aws_user_pools_web_client_id",
        "/oauth", "/oauth/domain", "/oauth/scope", "/oauth/redirectSignIn", "/oauth/redirectSignOut",
        "/oauth/responseType", "/federationTarget", "/aws_cognito_social_providers", "/aws_cognito_username_attributes",
        "/aws_cognito_signup_attributes", "/aws_cognito_password_protection_settings",
        "/aws_cognito_mfa_configuration", "/aws_cognito_mfa_types", "/aws_cognito_verification_mechanisms",
        "/aws_appsync_graphqlEndpoint", "/aws_appsync_region", "/aws_appsync_authenticationType",
        "/aws_appsync_apiKey",
    ]

    /// The sections below `sections`, by the names of their objects.
    private static let sectionPaths = [
        ["CognitoUserPool"], ["CognitoUserPool", "Default", "AppClientSecret"], ["CredentialsProvider"],
        ["GoogleSignIn"], ["GoogleSignIn", "ClientId-WebApp"], ["GoogleSignIn", "ClientId-iOS"], ["FacebookSignIn"],
        ["Auth", "Default", "socialProviders"], ["Auth", "Default", "usernameAttributes"],
        ["Auth", "Default", "signupAttributes"], ["Auth", "Default", "passwordProtectionSettings"],
        ["Auth", "Default", "mfaConfiguration"], ["Auth", "Default", "mfaTypes"],
        ["Auth", "Default", "verificationMechanisms"], ["Auth", "Default", "authenticationFlowType"],
        ["Auth", "Default", "OAuth"], ["Auth", "Default", "OAuth", "AppClientSecret"], ["AppSync"],
        ["AppSync", "Default", "ApiKey"],
    ]

    private func ownedSections(_ apis: [String]) -> [JSONPointer] {
        guard let sections else { return [] }
        let modes = apis.flatMap { api in
            AuthorizationMode.allCases.map { ["AppSync", "\(api)_\($0.rawValue)"] }
        }
        // Without pools, the format of Amplify has no block for them.
        let block = self == .amplify ? [sections] : []
        return block + (Self.sectionPaths + modes).map { JSONPointer(sections.tokens + $0) }
    }

    private static func ownedInAPI(_ name: String) -> [JSONPointer] {
        let api = JSONPointer(["api", "plugins", "awsAPIPlugin", name])
        return [api, api.appending("apiKey")]
    }
}

extension JSONValue {
    /// The value of a message, with members in the order of their names.
    fileprivate init(_ value: WireValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let flag): .bool(flag)
            case .integer(let number): .number(String(number))
            case .double(let number): .number(String(number))
            case .string(let text): .string(text)
            case .array(let elements): .array(elements.map { JSONValue($0) })
            case .object(let members):
                .object(members.sorted { $0.key < $1.key }.map { Member($0.key.text, JSONValue($0.value)) })
            }
    }
}
