// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCrypto

/// What a verified assertion says; every value was read from the bytes that its signature covers.
package struct SAMLAssertion: Sendable, Equatable {
    /// The assertion's identifier, which its issuer uses once.
    package let id: String
    package let issuer: String
    /// The name of the person, and the provider's session.
    package let session: SAMLSession
    /// The address to which the response was sent.
    package let recipient: String
    /// The request that the response answers; `nil` for a sign-in that began at the provider.
    package let inResponseTo: String?
    /// The time after which the assertion is not accepted; it includes the allowed difference of clocks.
    package let acceptedUntil: Date
    /// The time at which the provider's session ends; `nil` if the assertion has none.
    package let sessionEnd: Date?
    /// The values of the attributes by their names; values with elements are left out.
    package let attributes: [String: [String]]

    /// The provider's identifier of the person.
    package var nameID: String { session.nameID }
    /// The format of the name; `nil` if the assertion has none.
    package var nameFormat: String? { session.nameFormat }
}

extension SAMLAssertion: CustomStringConvertible, CustomReflectable {
    /// Contains the issuer; never the person.
    package var description: String { "SAMLAssertion(\(issuer))" }
    package var customMirror: Mirror { Mirror(self, children: ["issuer": issuer]) }
}

/// The content of an assertion whose signature was verified.
struct SAMLContent {
    /// The person, and how the assertion reached its recipient.
    struct Subject {
        let nameID: String
        let nameFormat: String?
        let nameQualifier: String?
        let serviceQualifier: String?
        let recipient: String
        let inResponseTo: String?
        let end: Date
    }

    /// The allowed difference between the provider's clock and this server's, in seconds.
    private static let clockSkew: TimeInterval = 300
    /// The longest name of a person, in bytes.
    private static let maximumNameID = 1_024
    /// The most attributes, and values of all of them.
    private static let maximumAttributes = 500

    private let assertion: XMLElement
    private let now: Date

    init(_ assertion: XMLElement, now: Date) {
        self.assertion = assertion
        self.now = now
    }

    func issuer() throws(SAMLFault) -> String {
        guard let issuer = assertion.only(SAMLNames.ofAssertion("Issuer"))?.text, !issuer.isEmpty else {
            throw .foreignIssuer
        }
        return issuer
    }

    /// Checks the times and the audience; an unknown condition makes an assertion invalid (SAML core, section 2.5.1).
    /// - Returns: the end that the conditions set; `nil` if they set none.
    func checkConditions(audiences: Set<String>) throws(SAMLFault) -> Date? {
        guard let conditions = assertion.only(SAMLNames.ofAssertion("Conditions")) else {
            throw .structure(.badStatement)
        }
        let known = ["AudienceRestriction", "OneTimeUse", "ProxyRestriction"].map(SAMLNames.ofAssertion)
        guard conditions.elements.allSatisfy({ known.contains($0.name) }) else { throw .structure(.unknownCondition) }
        let end = try checkTimes(of: conditions)
        let restrictions = conditions.elements(known[0])
        guard !restrictions.isEmpty else { throw .wrongAudience }
        for restriction in restrictions {
            let named = restriction.elements(SAMLNames.ofAssertion("Audience")).compactMap(\.text)
            guard named.contains(where: audiences.contains) else { throw .wrongAudience }
        }
        return end
    }

    /// The person and the one confirmation for a bearer (SAML profiles, section 4.1.4.2).
    func subject(
        recipients: Set<String>, request: SAMLExpectation.Request
    ) throws(SAMLFault) -> Subject {
        guard let subject = assertion.only(SAMLNames.ofAssertion("Subject")),
            let name = subject.only(SAMLNames.ofAssertion("NameID")), case .text(let nameID)? = name.nodes.first,
            // A name with blanks around it, or with elements in it, could be read as another one.
            name.nodes.count == 1, name.text == nameID, nameID.utf8.count <= Self.maximumNameID,
            nameID.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw .noSubject }
        let confirmations = subject.elements(SAMLNames.ofAssertion("SubjectConfirmation")).filter {
            $0[attribute: "Method"] == SAMLNames.bearer
        }
        guard confirmations.count == 1,
            let data = confirmations[0].only(SAMLNames.ofAssertion("SubjectConfirmationData")),
            let recipient = data[attribute: "Recipient"], recipients.contains(recipient)
        else { throw .wrongRecipient }
        guard let end = try checkTimes(of: data) else { throw .structure(.badTime) }
        let inResponseTo = data[attribute: "InResponseTo"]
        try request.check(inResponseTo, isRequired: true)
        return Subject(
            nameID: nameID, nameFormat: name[attribute: "Format"], nameQualifier: name[attribute: "NameQualifier"],
            serviceQualifier: name[attribute: "SPNameQualifier"], recipient: recipient, inResponseTo: inResponseTo,
            end: end)
    }

    /// The identifier and the end of the provider's session; an assertion without a statement of authentication is no
    /// sign-in.
    func session() throws(SAMLFault) -> (index: String?, end: Date?) {
        let statements = assertion.elements(SAMLNames.ofAssertion("AuthnStatement"))
        guard !statements.isEmpty else { throw .structure(.badStatement) }
        var ends: [Date] = []
        for statement in statements {
            guard let end = try time("SessionNotOnOrAfter", of: statement) else { continue }
            guard end.addingTimeInterval(Self.clockSkew) > now else { throw .expired }
            ends.append(end)
        }
        return (statements[0][attribute: "SessionIndex"], ends.min())
    }

    /// The texts of the attributes; the values of attributes with the same name are joined.
    func attributes() throws(SAMLFault) -> [String: [String]] {
        var attributes: [String: [String]] = [:]
        var count = 0
        for statement in assertion.elements(SAMLNames.ofAssertion("AttributeStatement")) {
            for attribute in statement.elements(SAMLNames.ofAssertion("Attribute")) {
                guard let name = attribute[attribute: "Name"], !name.isEmpty else { throw .structure(.badStatement) }
                let values = attribute.elements(SAMLNames.ofAssertion("AttributeValue")).compactMap(\.text)
                count += 1 + values.count
                guard count <= Self.maximumAttributes else { throw .document(.tooLarge) }
                attributes[name, default: []] += values
            }
        }
        return attributes
    }

    // MARK: - Times

    /// Checks `NotBefore` and `NotOnOrAfter`.
    /// - Returns: the end with the allowed difference of clocks; `nil` if the element has none.
    private func checkTimes(of element: XMLElement) throws(SAMLFault) -> Date? {
        if let start = try time("NotBefore", of: element), start > now.addingTimeInterval(Self.clockSkew) {
            throw .notYetValid
        }
        guard let end = try time("NotOnOrAfter", of: element)?.addingTimeInterval(Self.clockSkew) else { return nil }
        guard end > now else { throw .expired }
        return end
    }

    private func time(_ attribute: String, of element: XMLElement) throws(SAMLFault) -> Date? {
        guard let text = element[attribute: attribute] else { return nil }
        guard let date = SAMLTime.date(text) else { throw .structure(.badTime) }
        return date
    }
}

/// Reads times of SAML, which are in UTC (SAML core, section 1.3.3).
enum SAMLTime {
    /// The moment of a text such as `2026-01-02T03:04:05.678Z`, to the second; `nil` if it is none.
    static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.count <= 40, bytes.last == UInt8(ascii: "Z") else { return nil }
        let fraction = bytes[19..<(bytes.count - 1)]
        guard
            fraction.isEmpty
                || (fraction.first == UInt8(ascii: ".") && fraction.count > 1
                    && fraction.dropFirst().allSatisfy(isDigit))
        else { return nil }
        for (index, separator) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")] as [(Int, Unicode.Scalar)] {
            guard bytes[index] == UInt8(ascii: separator) else { return nil }
        }
        func number(_ range: Range<Int>) -> Int? {
            guard bytes[range].allSatisfy(isDigit) else { return nil }
            return bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19)
        else { return nil }
        return CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)?.date
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
