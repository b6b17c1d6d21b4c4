// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A plugin that delivers events.
public protocol HubCategoryPlugin: Plugin, HubCategoryBehavior {}

extension HubCategoryPlugin {
    /// Hub.
    public var categoryType: CategoryType { .hub }
}
