// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AmplifyOutputsData {
    /// The GraphQL API.
    public struct DataCategory: Codable, Sendable {
        /// The region of the API.
        public let awsRegion: AWSRegion

        /// The URL of the API.
        public let url: String

        /// The description of the models; kept as it is.
        public let modelIntrospection: JSONValue?

        /// The key for calls that are authorized by one.
        public let apiKey: String?

        /// The default authorization of a call.
        public let defaultAuthorizationType: AWSAppSyncAuthorizationType

        /// The other ways to authorize a call.
        public let authorizationTypes: [AWSAppSyncAuthorizationType]

        /// Makes a configuration.
        public init(
            awsRegion: AWSRegion,
            url: String,
            modelIntrospection: JSONValue? = nil,
            apiKey: String? = nil,
            defaultAuthorizationType: AWSAppSyncAuthorizationType,
            authorizationTypes: [AWSAppSyncAuthorizationType]
        ) {
            self.awsRegion = awsRegion
            self.url = url
            self.modelIntrospection = modelIntrospection
            self.apiKey = apiKey
            self.defaultAuthorizationType = defaultAuthorizationType
            self.authorizationTypes = authorizationTypes
        }
    }
}
