// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
package import GatehouseWire

/// What an upstream provider says about the person who signed in there.
package struct UpstreamPerson: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The provider's identifier of the person.
    package let subject: String
    /// The claims of the attributes and of the ID token, whose values win.
    package let claims: [WireName: WireValue]
    /// The texts that the browser has delivered beside the code; they are shown, and decide nothing.
    package var spoken: [WireName: WireValue] = [:]
    /// The provider's access token.
    package let accessToken: String
    /// The ID token as the provider sent it; `nil` for a provider without ID tokens.
    package let idToken: String?
    /// The answer of the token endpoint.
    package let tokenResponse: WireValue
    /// The claims of the verified ID token; `nil` without one.
    package let idTokenClaims: [WireName: WireValue]?
    /// The answer with the attributes; `nil` if there was no request for it.
    package let userInfo: [WireName: WireValue]?

    /// Has no data of the person.
    package var description: String { "UpstreamPerson" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension UpstreamProvider {
    /// The request for a person's attributes; `nil` for a provider without an address for it.
    func attributesRequest(accessToken: String) -> OutboundRequest? {
        guard let attributesURL else { return nil }
        var headers = [OutboundHeader("Accept", "application/json")]
        if kind == .facebook {
            var fields = [("access_token", accessToken)]
            if case .secretInForm(let secret) = proof {
                // Proves that the app itself uses the token, as apps can demand.
                let mac = hmacSHA256(key: Array(secret.utf8), Array(accessToken.utf8))
                fields.append(("appsecret_proof", Hex.encode(mac)))
            }
            return OutboundRequest(
                url: Self.address(attributesURL, with: fields), headers: headers, bodyLimit: Self.answerLimit,
                timeLimit: Self.timeLimit)
        }
        headers.append(OutboundHeader("Authorization", "Bearer \(accessToken)"))
        return OutboundRequest(
            url: attributesURL, method: attributesMethod == .post ? .post : .get, headers: headers,
            bodyLimit: Self.answerLimit, timeLimit: Self.timeLimit)
    }

    /// Reads an answer with a person's attributes (OpenID Connect Core 1.0, section 5.3.2).
    ///
    /// - Parameters:
    ///   - json: the answer.
    ///   - subject: the subject of the ID token; `nil` for a provider without one.
    /// - Returns: the subject, and the claims.
    /// - Throws: `malformedAnswer`, or `otherPerson` for attributes of another person than the ID token's: a token
    ///   that was substituted.
    package func attributes(
        _ json: [UInt8], of subject: String?
    ) throws(UpstreamFault) -> (subject: String, claims: [WireName: WireValue]) {
        guard json.count <= Self.answerLimit, let answer = (try? WireValue(unambiguousJSON: json))?.objectValue,
            answer.count <= Self.maximumClaims
        else { throw .malformedAnswer }
        if kind == .google {
            guard let subject, let name = answer["resourceName"]?.stringValue,
                WireName(name) == WireName("people/" + subject)
            else { throw .otherPerson }
            return (subject, GoogleFields.claims(of: answer))
        }
        guard let named = answer[kind.subjectClaim]?.stringValue else { throw .malformedAnswer }
        if let subject, WireName(named) != WireName(subject) { throw .otherPerson }
        guard (1...IDTokenCheck.maximumSubject).contains(named.utf8.count),
            named.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { throw .malformedAnswer }
        return (named, answer)
    }

    /// The most claims of a person.
    static let maximumClaims = 500

    /// The name that Apple's first response has beside the code (a JSON object in the parameter `user`).
    ///
    /// The browser carries it, so that it can be shown, and proves nothing; an address in it is not read.
    package func spokenNames(_ text: String?) -> [WireName: WireValue] {
        guard kind == .apple, let text, text.utf8.count <= 4_096,
            let name = (try? WireValue(unambiguousJSON: Array(text.utf8)))?["name"]
        else { return [:] }
        let first = name["firstName"]?.stringValue ?? ""
        let last = name["lastName"]?.stringValue ?? ""
        let full = [first, last].filter { !$0.isEmpty }.joined(separator: " ")
        let names: [WireName: String] = ["firstName": first, "lastName": last, "name": full]
        return names.filter { !$0.value.isEmpty }.mapValues(WireValue.string)
    }
}

/// The fields of a person in Google's People API, and their texts.
enum GoogleFields {
    /// The fields that hold one text each in a list of entries; the value names the entry's member.
    private static let members: [String: String] = [
        "addresses": "formattedValue", "biographies": "value", "emailAddresses": "value", "genders": "value",
        "locales": "value", "names": "displayName", "nicknames": "value", "occupations": "value",
        "organizations": "name", "phoneNumbers": "canonicalForm", "photos": "url", "urls": "value",
    ]

    /// Returns the fields among names of claims, in their order.
    static func fields(among claims: Set<String>) -> [String] {
        claims.intersection(Set(members.keys).union(["birthdays"])).sorted()
    }

    /// Returns the claims of a person's answer: the primary entry of each field, else the first one.
    static func claims(of person: [WireName: WireValue]) -> [WireName: WireValue] {
        var claims: [WireName: WireValue] = [:]
        for (field, entries) in person {
            let entries = entries.arrayValue ?? []
            let primary = entries.first { $0["metadata"]?["primary"]?.boolValue == true }
            guard let entry = primary ?? entries.first else { continue }
            if field == "birthdays" {
                claims[field] = birthday(entry["date"]).map(WireValue.string)
            } else if let member = members[field.text], let text = entry[member]?.stringValue {
                claims[field] = .string(text)
            }
        }
        return claims
    }

    private static func birthday(_ date: WireValue?) -> String? {
        guard let year = date?["year"]?.integerValue, let month = date?["month"]?.integerValue,
            let day = date?["day"]?.integerValue, (1...9_999).contains(year), (1...12).contains(month),
            (1...31).contains(day)
        else { return nil }
        func padded(_ number: Int64, to count: Int) -> String {
            String(repeating: "0", count: max(0, count - String(number).utf8.count)) + String(number)
        }
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }
}
