// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension String {
    /// The first bytes of the text, with a question mark for each byte that is not printable ASCII.
    package func printable(limit: Int) -> String {
        String(decoding: utf8.prefix(limit).map { (0x20...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
    }

    /// The first 256 bytes of the text as one word of a line of the log, with a question mark for a blank and for each byte
    /// that is not printable ASCII: the text of a request cannot add a member to the line.
    package var logWord: String {
        String(decoding: utf8.prefix(256).map { (0x21...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
    }
}
