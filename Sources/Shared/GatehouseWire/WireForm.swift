// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The manner in which values travel.
package enum WireForm: Sendable, Hashable {
    /// AWS JSON 1.1: numbers and truth values are themselves, times are seconds since 1970.
    case json
    /// AWS query: everything is text, times are ISO 8601; answers are XML.
    case query
}
