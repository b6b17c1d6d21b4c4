// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// A mode of authorization with the values that it needs.
public enum AWSAuthorizationConfiguration: Sendable {
    /// Not at all.
    case none

    /// By a key.
    case apiKey(APIKeyConfiguration)

    /// By a signature with AWS credentials.
    case awsIAM(AWSIAMConfiguration)

    /// By a token of an OpenID Connect provider.
    case openIDConnect(OIDCConfiguration)

    /// By a user pool token.
    case amazonCognitoUserPools(CognitoUserPoolsConfiguration)

    /// By a token that a Lambda function checks.
    case function(AWSLambdaAuthConfiguration)

    /// Makes the configuration of a mode.
    ///
    /// - Throws: `PluginError.pluginConfigurationError` if the key or the region is missing that the mode needs.
    public static func makeConfiguration(
        authType: AWSAuthorizationType, region: String?, apiKey: String?
    ) throws -> AWSAuthorizationConfiguration {
        switch authType {
        case .none: return .none
        case .apiKey:
            guard let apiKey, !apiKey.isEmpty else {
                throw missing("apiKey", "api_key", authType)
            }
            return .apiKey(APIKeyConfiguration(apiKey: apiKey))
        case .awsIAM:
            guard let region, !region.isEmpty else {
                throw missing("region", "aws_region", authType)
            }
            return .awsIAM(AWSIAMConfiguration(region: region))
        case .openIDConnect: return .openIDConnect(OIDCConfiguration())
        case .amazonCognitoUserPools: return .amazonCognitoUserPools(CognitoUserPoolsConfiguration())
        case .function: return .function(AWSLambdaAuthConfiguration())
        }
    }

    private static func missing(
        _ key: String, _ outputsKey: String, _ type: AWSAuthorizationType
    ) -> PluginError {
        .pluginConfigurationError(
            "Could not get `\(key)` from plugin configuration, which \(type.rawValue) needs",
            "Add \(key) to the API in amplifyconfiguration.json, or \(outputsKey) to data in amplify_outputs.json"
        )
    }
}

/// The key of calls that are authorized by one.
public struct APIKeyConfiguration: Sendable {
    /// The key, a secret.
    public let apiKey: String

    /// Makes a configuration.
    public init(apiKey: String) {
        self.apiKey = apiKey
    }
}

extension APIKeyConfiguration: CustomStringConvertible, CustomReflectable {
    /// The type's name, without the key.
    public var description: String { "APIKeyConfiguration" }

    /// No values, because the key is a secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What signed calls need.
public struct AWSIAMConfiguration: Sendable {
    /// The region in signatures.
    public let region: String

    /// Makes a configuration.
    public init(region: String) {
        self.region = region
    }
}

/// What calls with a token of an OpenID Connect provider need: the app's factory has it.
public struct OIDCConfiguration: Sendable {
    /// Makes a configuration.
    public init() {}
}

/// What calls with a user pool token need: the session has it.
public struct CognitoUserPoolsConfiguration: Sendable {
    /// Makes a configuration.
    public init() {}
}

/// What calls with a token for a Lambda function need: the app's factory has it.
public struct AWSLambdaAuthConfiguration: Sendable {
    /// Makes a configuration.
    public init() {}
}

/// A plugin that knows the default authorization of its APIs.
public protocol AWSAPIAuthInformation {
    /// The default authorization of the only API.
    ///
    /// - Throws: `APIError.invalidConfiguration` unless there is exactly one.
    func defaultAuthType() throws -> AWSAuthorizationType

    /// The default authorization of an API; nil for the only one.
    ///
    /// - Throws: `APIError.invalidConfiguration` if there is no such API.
    func defaultAuthType(for apiName: String?) throws -> AWSAuthorizationType
}

/// The `errorType` of an error in an answer of AWS AppSync.
public enum AppSyncErrorType: Equatable, Sendable {
    /// The service's conflict handler has refused a change.
    case conflictUnhandled

    /// The condition of a mutation does not hold.
    case conditionalCheck

    /// The caller may not do this.
    case unauthorized

    /// The operation is switched off.
    case operationDisabled

    /// Another type, with its name.
    case unknown(String)

    private static let conditionalCheckText = "ConditionalCheckFailedException"
    private static let conflictUnhandledText = "ConflictUnhandled"
    private static let unauthorizedText = "Unauthorized"
    private static let operationDisabledText = "OperationDisabled"

    /// Reads an error type; any text with `Unauthorized` in it is `unauthorized`.
    public init(_ value: String) {
        self =
            switch value {
            case Self.conditionalCheckText, "DynamoDB:\(Self.conditionalCheckText)": .conditionalCheck
            case Self.conflictUnhandledText: .conflictUnhandled
            case Self.operationDisabledText: .operationDisabled
            case _ where value.contains(Self.unauthorizedText): .unauthorized
            default: .unknown(value)
            }
    }

    /// The name of the type, without a prefix.
    public var rawValue: String {
        switch self {
        case .conditionalCheck: Self.conditionalCheckText
        case .conflictUnhandled: Self.conflictUnhandledText
        case .unauthorized: Self.unauthorizedText
        case .operationDisabled: Self.operationDisabledText
        case .unknown(let text): text
        }
    }
}
