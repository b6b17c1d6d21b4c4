// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

extension JSONEncoder {
    /// Writes slashes as they are, so that a sealed value's length does not tell how many its keys happened to hold.
    static var compact: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return encoder
    }
}
