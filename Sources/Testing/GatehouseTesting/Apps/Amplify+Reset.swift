// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

extension Amplify {
    /// Removes all plugins and the configuration, so that the next test can add and configure its own.
    ///
    /// Values that plugins have stored remain.
    public static func reset() async {
        await returnToLaunch()
    }
}
