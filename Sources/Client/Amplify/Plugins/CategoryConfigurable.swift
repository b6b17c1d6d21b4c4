// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A category that can be configured.
protocol CategoryConfigurable {
    /// Configures the category's plugins; from then on its methods can be called.
    func configure(using settings: PluginSettings) throws
}
