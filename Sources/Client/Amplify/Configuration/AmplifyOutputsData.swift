// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// The content of `amplify_outputs.json` (generation 2).
///
/// Keys that are not known here are ignored.
public struct AmplifyOutputsData: Codable, Sendable {
    /// The name of an AWS region.
    public typealias AWSRegion = String

    /// The version of the format.
    public let version: String

    /// Usage analytics.
    public let analytics: Analytics?

    /// User pool and identity pool.
    public let auth: Auth?

    /// The GraphQL API.
    public let data: DataCategory?

    /// Maps, places and geofences.
    public let geo: Geo?

    /// Push notifications and messages.
    public let notifications: Notifications?

    /// File storage.
    public let storage: Storage?

    /// The values that the app's authors added.
    public let custom: CustomOutput?

    /// Makes a configuration of version "1".
    public init(
        analytics: Analytics? = nil,
        auth: Auth? = nil,
        data: DataCategory? = nil,
        geo: Geo? = nil,
        notifications: Notifications? = nil,
        storage: Storage? = nil,
        custom: CustomOutput? = nil
    ) {
        version = "1"
        self.analytics = analytics
        self.auth = auth
        self.data = data
        self.geo = geo
        self.notifications = notifications
        self.storage = storage
        self.custom = custom
    }

    /// Keys are snake_case in the file and camelCase here.
    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}

/// The source of a generation 2 configuration.
public struct AmplifyOutputs: Sendable {
    /// Reads the configuration.
    public let resolveConfiguration: @Sendable () throws -> AmplifyOutputsData

    /// `amplify_outputs.json` in the main bundle or next to the executable.
    public static let amplifyOutputs = AmplifyOutputs.resource(named: "amplify_outputs")

    /// The content of a configuration file.
    public static func data(_ data: Data) -> AmplifyOutputs {
        AmplifyOutputs {
            try ConfigurationFile.generation2(named: "amplify_outputs").decode(AmplifyOutputsData.self, from: data)
        }
    }

    /// The file `<resource>.json` in the main bundle or next to the executable.
    public static func resource(named resource: String) -> AmplifyOutputs {
        AmplifyOutputs {
            try ConfigurationFile.generation2(named: resource).decode(AmplifyOutputsData.self)
        }
    }
}

extension AmplifyOutputsData {
    /// The authorization of a call to the GraphQL API.
    public enum AWSAppSyncAuthorizationType: String, Codable, Sendable {
        /// By a user pool token.
        case amazonCognitoUserPools = "AMAZON_COGNITO_USER_POOLS"

        /// By a key.
        case apiKey = "API_KEY"

        /// By a signature with AWS credentials.
        case awsIAM = "AWS_IAM"

        /// By a token that a Lambda function checks.
        case awsLambda = "AWS_LAMBDA"

        /// By a token of an OpenID Connect provider.
        case openIDConnect = "OPENID_CONNECT"
    }

    /// The standard attributes of a user.
    public enum AmazonCognitoStandardAttributes: String, Codable, CodingKeyRepresentable, Sendable {
        case address, birthdate, email
        case familyName = "family_name"
        case gender
        case givenName = "given_name"
        case locale
        case middleName = "middle_name"
        case name, nickname
        case phoneNumber = "phone_number"
        case picture
        case preferredUsername = "preferred_username"
        case profile, sub
        case updatedAt = "updated_at"
        case website, zoneinfo
    }
}

extension AmplifyOutputsData.Auth {
    /// An attribute that serves as a user name.
    public enum UsernameAttributes: String, Codable, Sendable {
        case email
        case phoneNumber = "phone_number"
    }

    /// An attribute that a code verifies.
    public enum UserVerificationType: String, Codable, Sendable {
        case email
        case phoneNumber = "phone_number"
    }
}

extension AmplifyOutputsData {
    /// The values that the app's authors added to the file.
    public struct CustomOutput: Codable, Sendable {
        /// The values as they are in the file; the original library drops them.
        public let value: JSONValue

        /// Makes custom values.
        public init(value: JSONValue) {
            self.value = value
        }

        /// Reads the values.
        ///
        /// - Throws: `DecodingError`.
        public init(from decoder: any Decoder) throws {
            value = try JSONValue(from: decoder)
        }

        /// Writes the values as they were read.
        ///
        /// - Throws: `EncodingError`.
        public func encode(to encoder: any Encoder) throws {
            try value.encode(to: encoder)
        }
    }
}

extension AmplifyOutputsData {
    /// Usage analytics.
    public struct Analytics: Codable, Sendable {
        /// The Pinpoint application.
        public let amazonPinpoint: AmazonPinpoint?

        /// A Pinpoint application.
        public struct AmazonPinpoint: Codable, Sendable {
            /// The application's region.
            public let awsRegion: AWSRegion

            /// The application's id.
            public let appId: String

            /// Makes a configuration.
            public init(awsRegion: AWSRegion, appId: String) {
                self.awsRegion = awsRegion
                self.appId = appId
            }
        }

        /// Makes a configuration.
        public init(amazonPinpoint: AmazonPinpoint? = nil) {
            self.amazonPinpoint = amazonPinpoint
        }
    }
}

extension AmplifyOutputsData {
    /// Push notifications and messages.
    public struct Notifications: Codable, Sendable {
        /// The region of the application.
        public let awsRegion: String?

        /// The Pinpoint application's id.
        public let amazonPinpointAppId: String?

        /// The ways on which messages are sent.
        public let channels: [AmazonPinpointChannelType]?

        /// Makes a configuration.
        public init(
            awsRegion: String? = nil,
            amazonPinpointAppId: String? = nil,
            channels: [AmazonPinpointChannelType]? = nil
        ) {
            self.awsRegion = awsRegion
            self.amazonPinpointAppId = amazonPinpointAppId
            self.channels = channels
        }
    }

    /// A way on which messages are sent.
    public enum AmazonPinpointChannelType: String, Codable, Sendable {
        /// A message inside the app.
        case inAppMessaging = "IN_APP_MESSAGING"

        /// Firebase Cloud Messaging.
        case fcm = "FCM"

        /// Apple Push Notification service.
        case apns = "APNS"

        /// E-mail.
        case email = "EMAIL"

        /// A text message.
        case sms = "SMS"
    }
}
