// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A category that this library names but for which it accepts no plugin.
final class PluginlessCategory: Category {
    let categoryType: CategoryType

    init(categoryType: CategoryType) {
        self.categoryType = categoryType
    }

    func removePlugin(for key: PluginKey) {}
}
