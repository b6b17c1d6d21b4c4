// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
package import GatehouseWire

extension UpstreamProvider {
    /// The request for a person's attributes; `nil` for a provider without an address for it.
    func attributesRequest(accessToken: String) -> OutboundRequest? {
        guard let attributesURL else { return nil }
        var headers = [OutboundHeader("Accept", "application/json")]
        if kind == .facebook {
            var fields = [("access_token", accessToken)]
            if case .secretInForm(let secret) = proof {
                // Shows that the token is used by the app itself, which apps can demand.
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
