// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
