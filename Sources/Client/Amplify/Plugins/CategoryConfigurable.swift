// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// How a category receives its configuration.
protocol CategoryConfigurable {
    /// Configures the category's plugins; from then on its methods can be called.
    func configure(using settings: PluginSettings) throws
}
