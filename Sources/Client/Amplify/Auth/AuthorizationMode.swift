// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A way to authorize calls; a plugin says which there are.
public protocol AuthorizationMode {}
