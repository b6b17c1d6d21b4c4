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

extension AmplifyOutputsData {
    /// File storage.
    public struct Storage: Codable, Sendable {
        /// The region of the bucket that is used unless another one is named.
        public let awsRegion: AWSRegion

        /// The name of the bucket that is used unless another one is named.
        public let bucketName: String

        /// All buckets.
        public let buckets: [Bucket]?

        /// A bucket with the region that it is in.
        public struct Bucket: Codable, Sendable {
            /// The name by which an app refers to the bucket.
            public let name: String

            /// The bucket's name in S3.
            public let bucketName: String

            /// The bucket's region.
            public let awsRegion: AWSRegion

            /// Makes a configuration.
            public init(name: String, bucketName: String, awsRegion: AWSRegion) {
                self.name = name
                self.bucketName = bucketName
                self.awsRegion = awsRegion
            }
        }

        /// Makes a configuration.
        public init(awsRegion: AWSRegion, bucketName: String, buckets: [Bucket]? = nil) {
            self.awsRegion = awsRegion
            self.bucketName = bucketName
            self.buckets = buckets
        }
    }
}

extension AmplifyOutputsData {
    /// Maps, places and geofences.
    public struct Geo: Codable, Sendable {
        /// The region of the resources.
        public let awsRegion: AWSRegion

        /// The maps.
        public let maps: Maps?

        /// The place indices that can be searched.
        public let searchIndices: SearchIndices?

        /// The collections of geofences.
        public let geofenceCollections: GeofenceCollections?

        /// Maps by name.
        public struct Maps: Codable, Sendable {
            /// The maps by their names.
            public let items: [String: AmazonLocationServiceConfig]

            /// The name of the map to use unless another one is named.
            public let `default`: String

            /// The look of a map.
            public struct AmazonLocationServiceConfig: Codable, Sendable {
                /// The name of the style.
                public let style: String

                /// Makes a configuration.
                public init(style: String) {
                    self.style = style
                }

                /// Reads a configuration; a missing style is empty.
                ///
                /// - Throws: `DecodingError` for a value of another type.
                public init(from decoder: any Decoder) throws {
                    let values = try decoder.container(keyedBy: CodingKeys.self)
                    style = try values.decodeIfPresent(String.self, forKey: .style) ?? ""
                }
            }

            /// Makes a configuration.
            public init(items: [String: AmazonLocationServiceConfig], default defaultMap: String) {
                self.items = items
                self.default = defaultMap
            }
        }

        /// Place indices by name.
        public struct SearchIndices: Codable, Sendable {
            /// The names of the indices.
            public let items: [String]

            /// The name of the index to use unless another one is named.
            public let `default`: String

            /// Makes a configuration.
            public init(items: [String], default defaultIndex: String) {
                self.items = items
                self.default = defaultIndex
            }
        }

        /// Collections of geofences by name.
        public struct GeofenceCollections: Codable, Sendable {
            /// The names of the collections.
            public let items: [String]

            /// The name of the collection to use unless another one is named.
            public let `default`: String

            /// Makes a configuration.
            public init(items: [String], default defaultCollection: String) {
                self.items = items
                self.default = defaultCollection
            }
        }

        /// Makes a configuration.
        public init(
            awsRegion: AWSRegion,
            maps: Maps? = nil,
            searchIndices: SearchIndices? = nil,
            geofenceCollections: GeofenceCollections? = nil
        ) {
            self.awsRegion = awsRegion
            self.maps = maps
            self.searchIndices = searchIndices
            self.geofenceCollections = geofenceCollections
        }
    }
}
