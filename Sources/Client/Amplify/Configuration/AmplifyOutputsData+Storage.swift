// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
