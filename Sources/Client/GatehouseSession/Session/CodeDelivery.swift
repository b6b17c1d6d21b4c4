// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes

/// The destination of a code.
package struct CodeDelivery: Sendable, Equatable, Codable {
    /// The means by which codes travel.
    package enum Medium: Sendable, Equatable, Codable {
        case email, sms
        /// A medium that this version does not know, by its name on the wire.
        case unknown(String)
    }

    package let medium: Medium
    /// The masked address.
    package let destination: String?
    /// The attribute with the address; sign-in challenges do not name it.
    package let attributeName: String?

    /// Creates a delivery.
    package init(medium: Medium, destination: String?, attributeName: String? = nil) {
        self.medium = medium
        self.destination = destination
        self.attributeName = attributeName
    }

    /// Reads the details that operations answer with.
    package init(_ details: CodeDeliveryDetailsType) {
        self.init(
            medium: Medium(details.deliveryMedium?.rawValue),
            destination: details.destination,
            attributeName: details.attributeName
        )
    }

    /// Reads the details of an operation that must answer with them.
    ///
    /// - Throws: `.unknown` if the service does not say where the code went.
    init(of details: CodeDeliveryDetailsType?) throws(SessionError) {
        guard let details else { throw .unknown("The service does not say where the code went.") }
        self.init(details)
    }

    /// Reads the parameters of a challenge.
    init(challenge parameters: [String: String]) {
        self.init(
            medium: Medium(parameters["CODE_DELIVERY_DELIVERY_MEDIUM"]),
            destination: parameters["CODE_DELIVERY_DESTINATION"]
        )
    }
}

extension CodeDelivery.Medium {
    fileprivate init(_ name: String?) {
        switch name {
        case "EMAIL": self = .email
        case "SMS": self = .sms
        default: self = .unknown(name ?? "")
        }
    }
}
