// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A part of the library's surface with plugins behind it.
public protocol Category: AnyObject, CategoryTypeable, DefaultLogger, Sendable {
    /// Takes the plugin away; without effect if no plugin has the key.
    func removePlugin(for key: PluginKey)
}

extension Category {
    /// A logger whose messages bear the category's name.
    public var log: any Logger {
        Amplify.Logging.logger(forCategory: categoryType.displayName)
    }
}

/// A category that can be configured.
protocol CategoryConfigurable {
    /// Configures the category's plugins; from then on its methods can be called.
    func configure(using settings: PluginSettings) throws
}

/// A category that this library names but for which it accepts no plugin.
final class PluginlessCategory: Category {
    let categoryType: CategoryType

    init(categoryType: CategoryType) {
        self.categoryType = categoryType
    }

    func removePlugin(for key: PluginKey) {}
}
