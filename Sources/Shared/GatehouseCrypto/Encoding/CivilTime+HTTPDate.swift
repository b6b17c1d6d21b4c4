// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

extension CivilTime {
    /// Reads the date of an HTTP header (RFC 9110, section 5.6.7), such as `Tue, 03 Feb 2026 04:05:06 GMT`.
    ///
    /// - Parameter text: the header's value.
    /// - Returns: the date, or `nil` if the text has another form; the two obsolete forms are not read.
    package static func date(httpDate text: String) -> Date? {
        let words = text.utf8.count <= 40 ? text.split(separator: " ").map(String.init) : []
        guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT" else { return nil }
        let reordered = [String(words[0].dropLast()), words[2], words[1], words[4], "UTC", words[3]]
        return SRPTimestamp(text: reordered.joined(separator: " "))?.date
    }
}
