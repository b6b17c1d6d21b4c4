// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// Messages for developers, on the standard error.
enum ClientLog {
    static func write(_ text: String) {
        FileHandle.standardError.write(Data("AWSMobileClient: \(text)\n".utf8))
    }
}
