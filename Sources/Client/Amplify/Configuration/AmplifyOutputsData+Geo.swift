// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
