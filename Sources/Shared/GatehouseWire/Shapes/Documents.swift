// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseText

/// A document of the model: any JSON at all.
extension WireValue: WireCodable {
    package static var absent: WireValue { .object([:]) }

    /// Takes any value; an object may also come as a string that contains it, as published samples send it.
    package static func read(_ value: WireValue, rule: WireRule?, reader: WireReader) -> WireValue {
        guard case .string(let text) = value else { return value }
        guard !reader.isStrict || StreamSafeText.contains(json: text.utf8) else { return reader.mismatch() }
        do {
            let document = try WireValue(json: Data(text.utf8))
            return document.objectValue == nil ? value : document
        } catch {
            // A string without valid JSON is a document, too: it remains a string.
            return value
        }
    }

    package func wireValue(in form: WireForm) -> WireValue { self }
}
