// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
