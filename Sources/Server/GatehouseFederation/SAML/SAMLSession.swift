// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// A person's session at a SAML provider, as a request that ends it must name it (SAML core, section 3.7.1).
///
/// A provider compares all parts of the name with those that it has given (SAML core, section 8.3).
package struct SAMLSession: Sendable, Equatable {
    /// The longest format, qualifier or index, in bytes; a longer one is left out.
    private static let maximumLength = 1_024

    /// The provider's identifier of the person.
    package let nameID: String
    /// The format of the name.
    package let nameFormat: String?
    /// The domain in which the provider has given the name, which is the provider by default.
    package let nameQualifier: String?
    /// The service or group of services that the name is for.
    package let serviceQualifier: String?
    /// The provider's identifier of the session.
    package let index: String?

    /// Describes a session.
    package init(
        nameID: String, nameFormat: String? = nil, nameQualifier: String? = nil, serviceQualifier: String? = nil,
        index: String? = nil
    ) {
        func checked(_ text: String?) -> String? { text.flatMap { $0.utf8.count <= Self.maximumLength ? $0 : nil } }
        self.nameID = nameID
        self.nameFormat = checked(nameFormat)
        self.nameQualifier = checked(nameQualifier)
        self.serviceQualifier = checked(serviceQualifier)
        self.index = checked(index)
    }

    /// Reads a session in the form that ``stored`` has; `nil` for another text.
    package init?(stored text: String) {
        guard let value = try? WireValue(json: Array(text.utf8)), let nameID = value["name"]?.stringValue else {
            return nil
        }
        self.init(
            nameID: nameID, nameFormat: value["format"]?.stringValue, nameQualifier: value["qualifier"]?.stringValue,
            serviceQualifier: value["serviceQualifier"]?.stringValue, index: value["index"]?.stringValue)
    }

    /// The session as a text for the store.
    package var stored: String {
        let parts: [WireName: String?] = [
            "name": nameID, "format": nameFormat, "qualifier": nameQualifier, "serviceQualifier": serviceQualifier,
            "index": index,
        ]
        let value = WireValue.object(parts.compactMapValues { $0 }.mapValues(WireValue.string))
        return String(decoding: value.jsonBytes(), as: UTF8.self)
    }
}

extension SAMLSession: CustomStringConvertible, CustomReflectable {
    /// Has no data of the person.
    package var description: String { "SAMLSession" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
