// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The moment of a proof as clients sign it: `EEE MMM d HH:mm:ss 'UTC' yyyy` in English, such as
/// `Tue Feb 3 04:05:06 UTC 2026`.
package func srpTimestamp(_ date: Date) -> String {
    SRPTimestamp(date).text
}

/// A proof's timestamp, written and read without a formatter.
package struct SRPTimestamp: Sendable, Equatable {
    /// The moment, to the second.
    package let date: Date
    /// The moment's text, as it is signed.
    package let text: String

    /// The timestamp of a date.
    package init(_ date: Date) {
        let time = CivilTime(date)
        self.date = time.date
        text = "\(time.weekdayName) \(time.monthName) \(time.day) \(time.clock) UTC \(CivilTime.padded(time.year, 4))"
    }

    /// Reads a client's timestamp; `nil` if it is not one.
    ///
    /// Some clients write the day with two digits, which is accepted.
    package init?(text: String) {
        let words = text.utf8.count <= 40 ? text.split(separator: " ") : []
        guard words.count == 6, words[4] == "UTC", CivilTime.weekdays.contains(String(words[0])),
            let month = CivilTime.months.firstIndex(of: String(words[1])),
            let day = Int(words[2]), let year = Int(words[5])
        else { return nil }
        let clock = words[3].split(separator: ":", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard clock.count == 3,
            let time = CivilTime(
                year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1], second: clock[2]
            )
        else { return nil }
        date = time.date
        self.text = text
    }
}
