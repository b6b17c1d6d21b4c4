// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import AWSPluginsCore
public import Amplify
public import Foundation

/// Receives the errors of the exchange with the service, one at a time.
public typealias DataStoreErrorHandler = @Sendable (any AmplifyError) -> Void

/// The fate of a user's records, metadata and unsent changes when the user signs out.
public enum DataStoreSignOutPolicy: Sendable, Hashable, CaseIterable {
    /// They stay until `clear()`, and the next user reads them, as in Amplify Swift. Unsent changes are sent only as the
    /// user who made them.
    case keep

    /// They are removed. Changes that were not sent are lost.
    case clear

    /// They are set aside until the same user signs in again: each user has a store of their own.
    case separate
}

/// The settings of `AWSDataStorePlugin`.
public struct DataStoreConfiguration: Sendable {
    /// Receives the errors of the exchange with the service, off the plugin's executor.
    ///
    /// It may call DataStore.
    public let errorHandler: DataStoreErrorHandler

    /// Decides conflicts, unless `threeWayConflictHandler` does.
    public let conflictHandler: DataStoreConflictHandler

    /// The age in seconds at which the last exchange of a model counts as too old to continue from it.
    public let syncInterval: TimeInterval

    /// The greatest number of records of a model that an exchange reads.
    public let syncMaxRecords: UInt

    /// The number of records of a page.
    public let syncPageSize: UInt

    /// The conditions on the records that are exchanged.
    public let syncExpressions: [DataStoreSyncExpression]

    /// The choice of the authorization of requests.
    public var authModeStrategyType: AuthModeStrategyType

    /// Whether no subscriptions are opened; called when the exchange starts.
    public let disableSubscriptions: @Sendable () -> Bool

    /// The fate of a user's records when the user signs out.
    public let signOutPolicy: DataStoreSignOutPolicy

    /// Whether records that have left the user's view stay on the device, as in Amplify Swift.
    ///
    /// Otherwise, they are removed after a complete exchange of the model that no longer had them.
    public let keepsUnseenRecords: Bool

    /// Decides conflicts with the record as it was when the app changed it; nil for `conflictHandler`.
    public let threeWayConflictHandler: DataStoreThreeWayConflictHandler?
}

extension DataStoreConfiguration {
    /// 24 hours, in seconds.
    public static let defaultSyncInterval: TimeInterval = 24 * 60 * 60

    /// 10,000 records.
    public static let defaultSyncMaxRecords: UInt = 10_000

    /// 1,000 records.
    public static let defaultSyncPageSize: UInt = 1_000

    /// Makes settings.
    ///
    /// - Parameters:
    ///   - errorHandler: receives the errors of the exchange with the service; by default, they are logged.
    ///   - conflictHandler: decides conflicts; by default, the service's record replaces the one of the device.
    ///   - syncInterval: the age in seconds at which the last exchange of a model is too old to continue from it.
    ///   - syncMaxRecords: the greatest number of records of a model that an exchange reads.
    ///   - syncPageSize: the number of records of a page.
    ///   - syncExpressions: the conditions on the records that are exchanged.
    ///   - authModeStrategy: the choice of the authorization of requests.
    ///   - disableSubscriptions: whether no subscriptions are opened; called when the exchange starts.
    ///   - signOutPolicy: the fate of a user's records when the user signs out.
    ///   - keepsUnseenRecords: whether records that have left the user's view stay on the device.
    ///   - threeWayConflictHandler: decides conflicts in place of `conflictHandler`, with the record as it was when
    ///     the app changed it.
    /// - Returns: the settings.
    @preconcurrency
    public static func custom(
        errorHandler: @escaping DataStoreErrorHandler = { error in Amplify.Logging.error(error: error) },
        conflictHandler: @escaping DataStoreConflictHandler = { _, resolve in resolve(.applyRemote) },
        syncInterval: TimeInterval = DataStoreConfiguration.defaultSyncInterval,
        syncMaxRecords: UInt = DataStoreConfiguration.defaultSyncMaxRecords,
        syncPageSize: UInt = DataStoreConfiguration.defaultSyncPageSize,
        syncExpressions: [DataStoreSyncExpression] = [],
        authModeStrategy: AuthModeStrategyType = .default,
        disableSubscriptions: @escaping @Sendable () -> Bool = { false },
        signOutPolicy: DataStoreSignOutPolicy = .keep,
        keepsUnseenRecords: Bool = false,
        threeWayConflictHandler: DataStoreThreeWayConflictHandler? = nil
    ) -> DataStoreConfiguration {
        DataStoreConfiguration(
            errorHandler: errorHandler, conflictHandler: conflictHandler, syncInterval: syncInterval,
            syncMaxRecords: syncMaxRecords, syncPageSize: syncPageSize, syncExpressions: syncExpressions,
            authModeStrategyType: authModeStrategy, disableSubscriptions: disableSubscriptions,
            signOutPolicy: signOutPolicy, keepsUnseenRecords: keepsUnseenRecords,
            threeWayConflictHandler: threeWayConflictHandler)
    }

    /// The default settings.
    public static var `default`: DataStoreConfiguration { .custom() }

    /// The default settings, without subscriptions.
    public static var subscriptionsDisabled: DataStoreConfiguration { .custom(disableSubscriptions: { true }) }

    /// The default settings, as tests of Amplify Swift name them.
    @preconcurrency
    public static func testDefault(
        disableSubscriptions: @escaping @Sendable () -> Bool = { false }
    ) -> DataStoreConfiguration {
        .custom(disableSubscriptions: disableSubscriptions)
    }
}
