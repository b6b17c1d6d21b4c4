// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The response around an assertion.
struct SAMLEnvelope {
    private let response: XMLElement

    init(_ response: XMLElement) {
        self.response = response
    }

    /// Checks issuer, status, destination and request, as far as the response has them.
    func check(issuer: String, _ expectation: SAMLExpectation) throws(SAMLFault) {
        for element in response.elements(SAMLNames.ofAssertion("Issuer")) {
            guard element.text == issuer else { throw .foreignIssuer }
        }
        guard let status = response.only(SAMLNames.ofProtocol("Status")),
            let code = status.only(SAMLNames.ofProtocol("StatusCode")), code[attribute: "Value"] == SAMLNames.success
        else { throw .unsuccessful }
        if let destination = response[attribute: "Destination"], !destination.isEmpty {
            guard expectation.recipients.contains(destination) else { throw .wrongDestination }
        }
        try expectation.request.check(response[attribute: "InResponseTo"], isRequired: false)
    }
}

extension SAMLExpectation.Request {
    /// Checks the identifier of a request in a response; only the one in the subject's confirmation is required.
    func check(_ identifier: String?, isRequired: Bool) throws(SAMLFault) {
        let isExpected =
            switch self {
            case .any: true
            case .none: identifier == nil
            case .identified(let expected): identifier == expected || (identifier == nil && !isRequired)
            }
        guard isExpected else { throw .wrongRequest }
    }
}
