// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation

/// The mode that has worked, and the user whose identity it showed.
struct SyncMode: Sendable, Hashable {
    /// The choice of the strategy.
    let choice: AmplifyAuthorizationType
    /// The user at the time of the request.
    let caller: Caller

    /// The view of a model's records in the mode.
    ///
    /// - Parameter predicate: the JSON of the sync expression; nil for all records.
    /// - Returns: the view.
    func origin(predicate: String?) -> SyncOrigin {
        SyncOrigin(user: caller.key, mode: choice.awsAuthType?.rawValue ?? "DEFAULT", predicate: predicate)
    }
}

extension SyncOrigin {
    /// The view of records that events of subscriptions have brought.
    ///
    /// Values that a field's rules protect are missing in events. So a sync takes each record once more that only an event
    /// has brought.
    var ofEvents: SyncOrigin {
        SyncOrigin(user: user, mode: mode.map { "\($0) EVENTS" }, predicate: predicate)
    }
}

extension QueryPredicate {
    /// The condition as JSON, the same text for the same condition; nil for the condition that all records meet.
    ///
    /// A condition with a number that JSON does not have is not comparable. Its text names no condition, and each sync
    /// with it reads all records.
    ///
    /// - Parameter moment: the time of the sync.
    /// - Returns: the text.
    func syncText(at moment: Date) -> String? {
        if self is QueryPredicateConstant { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(self) else { return "not JSON, \(moment.timeIntervalSince1970)" }
        return String(decoding: json, as: UTF8.self)
    }
}
