// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// A record that was changed on the device and in the service.
public struct DataStoreConflictData: Sendable {
    /// The record of the device.
    public let local: any Model

    /// The record of the service.
    public let remote: any Model
}

/// A record that was changed on the device and in the service, with the record that both changes began with.
public struct DataStoreConflict: Sendable {
    /// The record of the service as it was when the device changed it; nil if the device does not know it.
    public let base: (any Model)?

    /// The record of the device.
    public let local: any Model

    /// The record of the service.
    public let remote: any Model

    /// The change of the device that the service refused.
    public let mutationType: GraphQLMutationType

    /// Makes a conflict.
    package init(base: (any Model)?, local: any Model, remote: any Model, mutationType: GraphQLMutationType) {
        self.base = base
        self.local = local
        self.remote = remote
        self.mutationType = mutationType
    }
}

/// Decides a conflict by calling the resolver once, at any time.
///
/// Further calls of the resolver have no effect.
public typealias DataStoreConflictHandler =
    @Sendable (DataStoreConflictData, @escaping DataStoreConflictHandlerResolver) -> Void

/// Takes the decision of a conflict.
public typealias DataStoreConflictHandlerResolver = @Sendable (DataStoreConflictHandlerResult) -> Void

/// Decides a conflict with the record that both changes began with.
public typealias DataStoreThreeWayConflictHandler =
    @Sendable (DataStoreConflict) async -> DataStoreConflictHandlerResult

/// The decision of a conflict.
public enum DataStoreConflictHandlerResult: Sendable {
    /// The record of the service replaces the one of the device.
    case applyRemote

    /// The change of the device is sent again, with the version of the service.
    case retryLocal

    /// Another record is sent, with the version of the service.
    case retry(any Model)
}
