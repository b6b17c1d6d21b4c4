// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

// Between bytes and a structure without a value in between; with the same result as by ``WireValue``.
extension WireStructure {
    /// Reads a request of a JSON service and holds it to the model.
    ///
    /// - Parameters:
    ///   - document: The request; it must be an object.
    ///   - service: The service addressed: its code for violations.
    /// - Throws: The service's validation fault that lists all violations, or a serialization fault.
    package init(validating document: WireDocument, for service: ServiceIdentity) throws(ServiceFault) {
        let reader = WireReader(form: .json, isLenient: false, document: document)
        self = Self.read(at: 0, rule: nil, reader: reader)
        try reader.finish(for: service)
    }

    /// Reads an answer of a JSON service, and accepts missing, unknown and out-of-bounds members.
    ///
    /// - Parameter document: The answer.
    /// - Throws: A fault of garbled origin if a member has another type on the wire.
    package init(answer document: WireDocument) throws(ServiceFault) {
        let reader = WireReader(form: .json, isLenient: true, document: document)
        self = Self.read(at: 0, rule: nil, reader: reader)
        if let fault = reader.mismatchFault { throw fault }
    }

    package static func read(at place: Int, rule: WireRule?, reader: WireReader) -> Self {
        guard reader.document.isObject(at: place) else { return reader.mismatch() }
        var result = Self.absent
        var wire = WireExchange(parsingAt: place, reader: reader)
        result.exchange(&wire)
        return result
    }

    package func writeJSON(to writer: inout JSONWriter) {
        var source = self
        var wire = WireExchange(printing: &writer)
        source.exchange(&wire)
        wire.end(&writer)
    }

    /// Writes the structure as JSON in UTF-8, members in the order of their names.
    package func json() -> Data {
        WireValue.data(jsonBytes())
    }

    /// Writes the structure as ``json()`` does.
    package func jsonBytes() -> [UInt8] {
        var writer = JSONWriter()
        writer.reserve()
        writeJSON(to: &writer)
        return writer.bytes
    }
}
