// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The outcome of a sign-out; the plugin's own type has details.
public protocol AuthSignOutResult: Sendable {}
