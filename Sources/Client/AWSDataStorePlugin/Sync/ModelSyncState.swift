// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
public import Foundation

/// The state of a model's exchange with the service.
public enum ModelSyncState: Sendable {
    /// The model was not synced since the start.
    case notSynced

    /// The records are being read.
    case syncing

    /// The store has the records of the service.
    ///
    /// - `at` is the device's time at the end of the last sync.
    /// - `isComplete` is false if the sync ended at `syncMaxRecords`, or if a page lacked records.
    case synced(at: Date, isComplete: Bool)

    /// The service has refused the user, or the rules of the model let only signed-in users read.
    case unauthorized(DataStoreError)

    /// The model cannot be synced for another reason; the exchange starts again by itself if the reason may pass.
    case failed(DataStoreError)
}
