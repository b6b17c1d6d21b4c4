// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a message is filed under.
struct LogLabel: Equatable {
    var namespace = "com.amazonaws.amplify"
    var category = "Amplify"
}
