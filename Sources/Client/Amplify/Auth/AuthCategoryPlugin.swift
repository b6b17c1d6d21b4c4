// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A plugin that implements the calls of `Amplify.Auth`.
public protocol AuthCategoryPlugin: Plugin, AuthCategoryBehavior {}

extension AuthCategoryPlugin {
    /// Auth.
    public var categoryType: CategoryType { .auth }
}
