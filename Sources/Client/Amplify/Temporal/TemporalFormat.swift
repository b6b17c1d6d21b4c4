// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The precision of a date's or time's text.
///
/// | | `Temporal.Date` | `Temporal.Time` | `Temporal.DateTime` |
/// |---|---|---|---|
/// | `short` | `2026-11-29` | `08:30` | `2026-11-29T08:30` |
/// | `medium` | `2026-11-29Z` | `08:30:00` | `2026-11-29T08:30:00` |
/// | `long` | `2026-11-29Z` | `08:30:00.000` | `2026-11-29T08:30:00Z` |
/// | `full` | `2026-11-29Z` | `08:30:00.000Z` | `2026-11-29T08:30:00.000Z` |
public struct TemporalFormat: Sendable {
    enum Precision {
        case short, medium, long, full
    }

    let precision: Precision

    /// Minutes, and no time zone.
    public static let short = TemporalFormat(precision: .short)

    /// Seconds; only dates have a time zone.
    public static let medium = TemporalFormat(precision: .medium)

    /// Seconds with a time zone, or milliseconds without one for a time of day.
    public static let long = TemporalFormat(precision: .long)

    /// Milliseconds and a time zone.
    public static let full = TemporalFormat(precision: .full)

    /// The formats, the most precise one first.
    public static let allCases = [TemporalFormat.full, .long, .medium, .short]
}
