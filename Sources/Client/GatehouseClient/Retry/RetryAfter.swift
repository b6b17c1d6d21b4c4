// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCrypto

/// The time that a server asks its clients to wait: the header `Retry-After` (RFC 9110, section 10.2.3).
package enum RetryAfter: Equatable {
    /// A time from the answer on.
    case delay(Duration)
    /// A moment, where the answer does not say what time it is at the server.
    case date(Date)

    /// What a number of seconds with more than nine digits counts as.
    private static let longest = Duration.seconds(999_999_999)

    /// Reads the header of an answer.
    ///
    /// A date counts from the answer's own `Date`, since the clock of a device may be wrong.
    ///
    /// - Returns: `nil` if the header is absent or has another form.
    package init?(_ response: TransportResponse) {
        guard let text = response.header("Retry-After")?.trimmingCharacters(in: .whitespaces) else { return nil }
        if let seconds = Self.seconds(text) {
            self = .delay(seconds)
        } else if let date = CivilTime.date(httpDate: text) {
            let sent = response.header("Date").flatMap { CivilTime.date(httpDate: $0) }
            self = sent.map { .delay(Self.time(from: $0, to: date)) } ?? .date(date)
        } else {
            return nil
        }
    }

    /// The time to wait at a date, at least zero.
    package func delay(at now: Date) -> Duration {
        switch self {
        case .delay(let delay): delay
        case .date(let date): Self.time(from: now, to: date)
        }
    }

    private static func time(from start: Date, to end: Date) -> Duration {
        .seconds(max(0, end.timeIntervalSince(start)))
    }

    private static func seconds(_ text: String) -> Duration? {
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isNumber else { return nil }
        return text.utf8.count <= 9 ? Int(text).map { .seconds($0) } : longest
    }
}
