// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension StringProtocol {
    /// Whether the text has the form of the UUIDs of ``Entropy``: digits in lower case, and hyphens.
    package var isUUID: Bool {
        utf8.count == 36
            && utf8.enumerated().allSatisfy { index, byte in
                switch (index, byte) {
                case (8, _), (13, _), (18, _), (23, _): byte == UInt8(ascii: "-")
                case (_, UInt8(ascii: "0")...UInt8(ascii: "9")), (_, UInt8(ascii: "a")...UInt8(ascii: "f")): true
                default: false
                }
            }
    }
}
