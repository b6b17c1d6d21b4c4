// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The category and namespace of a log message.
struct LogLabel: Equatable {
    var namespace = "com.amazonaws.amplify"
    var category = "Amplify"
}
