// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The options that only a plugin understands.
///
/// Unchecked because they may be anything: the app does not use them after it made the request, and the plugin only reads them.
struct PluginOptions: @unchecked Sendable {
    let value: Any?
}
