// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A channel of events.
public enum HubChannel: Hashable, Sendable {
    case analytics, api, auth, dataStore, geo, hub, logging, predictions, pushNotifications, storage

    /// A channel of the app's own.
    case custom(String)

    /// The channel of a category.
    public init(from categoryType: CategoryType) {
        switch categoryType {
        case .analytics: self = .analytics
        case .api: self = .api
        case .auth: self = .auth
        case .dataStore: self = .dataStore
        case .geo: self = .geo
        case .hub: self = .hub
        case .logging: self = .logging
        case .predictions: self = .predictions
        case .pushNotifications: self = .pushNotifications
        case .storage: self = .storage
        }
    }

    /// The channels of all categories.
    static let builtIn = CategoryType.allCases.map(HubChannel.init(from:))
}
