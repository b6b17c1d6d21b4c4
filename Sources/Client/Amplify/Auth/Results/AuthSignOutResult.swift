// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// How a sign-out ended; the plugin's own type tells more.
public protocol AuthSignOutResult: Sendable {}
