// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A plugin that writes logs.
public protocol LoggingCategoryPlugin: Plugin, LoggingCategoryClientBehavior {}

extension LoggingCategoryPlugin {
    /// Logging.
    public var categoryType: CategoryType { .logging }
}
