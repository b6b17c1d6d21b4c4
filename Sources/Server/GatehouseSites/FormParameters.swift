// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseWire

/// The parameters of a query or of a form in a body, in the format `application/x-www-form-urlencoded` (RFC 6749,
/// appendix B).
package struct FormParameters: Sendable {
    /// The bounds of a form.
    package struct Limits: Sendable {
        /// The most bytes before decoding.
        package let bytes: Int
        /// The most parameters.
        package let count: Int

        /// Creates bounds; the defaults are enough for everything but documents, such as SAML responses.
        package init(bytes: Int = 32_768, count: Int = 64) {
            self.bytes = bytes
            self.count = count
        }
    }

    private var texts: [WireName: [String]] = [:]

    /// Reads parameters, of which only those in `repeatable` may be included more than once (RFC 6749, section 3.1).
    ///
    /// - Throws: `repeatedMember` for a parameter that is included more than once, also without a value; `tooLarge`,
    ///   `notForm` or `notStreamSafe`.
    package init(
        _ form: String, repeatable: Set<WireName> = [], within limits: Limits = Limits()
    ) throws(WireSyntaxError) {
        guard form.utf8.count <= limits.bytes else { throw .tooLarge }
        let fields = try FormFields.read(form, maximum: limits.count)
        texts.reserveCapacity(fields.count)
        for (name, value) in fields {
            let key = WireName(name)
            guard texts[key] == nil || repeatable.contains(key) else { throw .repeatedMember }
            texts[key, default: []].append(value)
        }
    }

    /// The value of a parameter, the first one if it is repeatable; `nil` for a parameter without a value, which counts
    /// as omitted (RFC 6749, section 3.1).
    package func value(_ name: WireName) -> String? { texts[name]?.first { !$0.isEmpty } }

    /// The values of a repeatable parameter in their order, without empty ones.
    package func values(_ name: WireName) -> [String] {
        guard let texts = texts[name] else { return [] }
        return texts.filter { !$0.isEmpty }
    }
}

extension GatewayRequest {
    /// Reads the parameters of the query, with `+` as a space.
    /// - Throws: the errors of ``FormParameters/init(_:repeatable:within:)``.
    package func queryParameters(
        repeatable: Set<WireName> = [], within limits: FormParameters.Limits = .init()
    ) throws(WireSyntaxError) -> FormParameters {
        try FormParameters(query, repeatable: repeatable, within: limits)
    }

    /// Reads the parameters of the body.
    /// - Throws: `notForm` for another content type, or the errors of ``FormParameters/init(_:repeatable:within:)``.
    package func formParameters(
        repeatable: Set<WireName> = [], within limits: FormParameters.Limits = .init()
    ) throws(WireSyntaxError) -> FormParameters {
        guard body.count <= limits.bytes else { throw .tooLarge }
        guard hasFormType, let form = String(validating: body, as: UTF8.self) else { throw .notForm }
        return try FormParameters(form, repeatable: repeatable, within: limits)
    }
}
