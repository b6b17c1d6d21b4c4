// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// What is looked at before a recursive parser sees a document: hostile nesting, and what Foundation is too kind to.
struct JSONPrecheck {
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var previous: UInt8 = 0

    /// Fails on brackets nested too deep, a comma before a closing bracket, or a zero byte, which is no JSON in UTF-8.
    static func check(_ json: Data, maximumDepth: Int) throws(WireSyntaxError) {
        var check = JSONPrecheck()
        for byte in json {
            guard byte != 0 else { throw .notJSON }
            if check.isInString {
                check.passText(byte)
            } else {
                try check.passStructure(byte)
            }
            if check.depth > maximumDepth { throw .tooDeep }
        }
    }

    private mutating func passText(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInString = false
        }
    }

    private mutating func passStructure(_ byte: UInt8) throws(WireSyntaxError) {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): return
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            guard previous != UInt8(ascii: ",") else { throw .notJSON }
            depth -= 1
        default: break
        }
        previous = byte
    }
}
