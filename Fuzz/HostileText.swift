// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto

/// Text that is expensive to compare, hash or walk through where it is not handled by bytes.
enum HostileText: String, CaseIterable {
    /// Combining marks of two classes in turn, in UTF-8: a comparison sorts all of them.
    case marks
    /// The same as escapes of JSON.
    case escapedMarks
    /// The same percent-encoded.
    case encodedMarks
    /// Characters with as many marks as are accepted.
    case longestRuns
    /// Flags: a step back over one looks at all before it.
    case flags
    /// One character of many parts, none of which is a mark.
    case joinedEmoji
    /// Vowels without consonants: one syllable of any length.
    case vowels

    /// About `count` bytes of the text.
    func bytes(_ count: Int) -> [UInt8] {
        let unit =
            switch self {
            case .marks: "\u{301}\u{323}"
            case .escapedMarks: #"\u0301\u0323"#
            case .encodedMarks: "%CC%81%CC%A3"
            case .longestRuns: "a" + String(repeating: "\u{301}\u{323}", count: 15)
            case .flags: "\u{1F1E9}"
            case .joinedEmoji: "\u{1F468}\u{200D}"
            case .vowels: "\u{1161}"
            }
        return Array(repeatElement(Array(unit.utf8), count: max(1, count / unit.utf8.count)).joined())
    }
}

extension FuzzedParser {
    /// Inputs with a text in each place where the parser reads one.
    func inputs(carrying text: [UInt8]) -> [[UInt8]] {
        func join(_ parts: String...) -> [UInt8] {
            parts.flatMap { $0 == "TEXT" ? text : Array($0.utf8) }
        }
        let json = join(#"{"a"#, "TEXT", #"": "b"#, "TEXT", #"", "c"#, "TEXT", #"": {"d": ["#, "\"", "TEXT", #""]}}"#)
        switch self {
        case .json, .clientConfiguration, .serverConfiguration: return [json]
        case .mobileConfiguration:
            let pool =
                #"{"PoolId": "TEXT", "AppClientId": "TEXT", "Region": "TEXT", "Endpoint": "https://TEXT", "TEXT": 1}"#
            let pages =
                #""WebDomain": "TEXT", "AppClientId": "TEXT", "SignInRedirectURI": "TEXT", "SignOutRedirectURI": "a:TEXT", "#
                + #""Scopes": ["TEXT"], "TokenURIQueryParameters": {"TEXT": "TEXT"}"#
            let pools =
                #""CognitoUserPool": {"Default": \#(pool)}, "CredentialsProvider": {"CognitoIdentity": {"Default": \#(pool)}}"#
            let other = #""SignInURI": "https://TEXT", "TokenURI": "TEXT", "#
            let item = #"{"scopes": ["TEXT"], "tokenURIQueryParameters": {"TEXT": "TEXT"}, "TEXT": 1}"#
            return [json, text]
                + [
                    #"{\#(pools), "Auth": {"Default": {"Endpoint": "TEXT", "OAuth": {\#(pages)}}}}"#,
                    #"{"Auth": {"Default": {"OAuth": {\#(other)\#(pages)}}}}"#, #"{"CognitoUserPool": TEXT"#, item,
                ].map { Self.replacing($0, by: text) }
        case .request, .gateway:
            let members =
                #""ClientId": "TEXT", "AuthFlow": "TEXT", "AuthParameters": {"USERNAME": "TEXT", "TEXT": "b"}"#
            let body = Self.replacing(#"{"TEXT": 1, "Username": "TEXT", \#(members)}"#, by: text)
            return [0, 1, 4, 8].map { [$0] + body }
        case .answer:
            let xml = "<ErrorResponse><Error><Code>TEXT</Code><TEXT>b</TEXT></Error></ErrorResponse>"
            return [[0] + json, [0] + Self.replacing(#"{"__type": "TEXT", "TEXT": 1}"#, by: text)]
                + [[0] + Self.replacing(xml, by: text), [0] + text]
        case .projectFile:
            let settings =
                #"{"resourceName": "TEXT", "triggers": "TEXT", "oAuthMetadata": "TEXT", "hostedUI": true, "TEXT": ["TEXT"]}"#
            let resources = #"{"auth": {"TEXT": {"service": "TEXT", "dependsOn": [{"category": "TEXT"}], "TEXT": 1}}}"#
            return [json, text]
                + [settings, #"{"cognitoConfig": \#(settings)}"#, resources, #"[{"groupName": "TEXT", "TEXT": 1}]"#]
                .map { Self.replacing($0, by: text) }
        case .projectState:
            let file = #"{"Path": "amplify/TEXT", "Sha256": "TEXT", "Size": 1, "TEXT": 1}"#
            let outputs = #""{\"auth\": {\"TEXT\": {\"output\": {\"TEXT\": \"TEXT\"}}}}""#
            let summary = #"{"StateNumber": 1, "PushedBy": "TEXT"}"#
            let state = #"{"State": \#(summary), "Files": [\#(file)], "Outputs": \#(outputs)}"#
            let environments = #"{"TEXT": {"gatehouse": {"BaseURL": "TEXT", "Region": "TEXT", "AppId": "TEXT"}}}"#
            let pulled = #"{"State": {"StateNumber": 1}, "Files": [{"Path": "amplify/team-provider-info.json"}]}"#
            return [json, Self.replacing(state, by: text), Self.replacing("\(pulled)\n\(environments)", by: text)]
        case .authorize:
            let start = "client_id=c&response_type=code&redirect_uri="
            let others = "&scope=TEXT&state=TEXT&prompt=TEXT&acr_values=TEXT&resource=TEXT&nonce=TEXT&TEXT=b"
            return [
                Self.replacing(start + "https%3A%2F%2Fapp.example%2Fcb" + others, by: text),
                Self.replacing(start + "TEXT", by: text),
            ]
        case .clientCredentials:
            return [
                Self.replacing("Basic TEXT\nclient_id=TEXT", by: text),
                Self.replacing("\nclient_id=TEXT&client_secret=TEXT", by: text),
            ]
        case .realtime:
            let start =
                #"{"type": "start", "id": "1", "payload": {"data": "TEXT", "extensions": {"authorization": "#
                + #"{"host": "TEXT", "TEXT": "TEXT"}}}, "TEXT": 1}"#
            let stop = #"{"type": "stop", "id": "TEXT"}"#
            return [
                Self.replacing("graphql-ws, TEXT\nheader=TEXT\n\(start)\n\(stop)", by: text),
                Self.replacing("\n\n" + #"{"query": "TEXT", "variables": {"TEXT": "TEXT"}}"#, by: text),
            ]
        case .graphQLDocument:
            let values = #"(id: "TEXT", a: ["TEXT", {b: "TEXT"}], TEXT: """TEXT""")"#
            return [
                text,
                Self.replacing(
                    #"query q($a: String = "TEXT") { todo\#(values) @note(text: "TEXT") { TEXT } }"#, by: text),
                Self.replacing(
                    #"# TEXT\#n{ todo(id: "TEXT") { id title @note(text: "TEXT") @note(text: "TEXT") } }"#, by: text),
            ]
        case .graphQLSchema:
            let fields = #"{ "TEXT" a("TEXT" b: String = "TEXT"): Int @deprecated(reason: "TEXT") }"#
            return [
                text, Self.replacing(#""""TEXT""" type Query \#(fields) # TEXT"#, by: text),
                Self.replacing(
                    #"type Query { TEXT: TEXT } enum TEXT { TEXT } input I { a: String = "TEXT" }"#, by: text),
            ]
        case .form: return [Self.replacing("Action=TEXT&TEXT=b&Tags.TEXT.member.1.Key=TEXT", by: text)]
        case .jwt:
            let header = Base64URL.encode(Self.replacing(#"{"alg": "TEXT", "kid": "TEXT", "TEXT": 1}"#, by: text))
            let claims = Base64URL.encode(
                Self.replacing(#"{"iss": "TEXT", "sub": "TEXT", "client_id": "TEXT", "TEXT": 1}"#, by: text))
            let honest = Base64URL.encode(Array(#"{"kid": "a", "alg": "RS256"}"#.utf8))
            return [text, Array("\(header).\(claims).AAAA".utf8), Array("\(honest).\(claims).AAAA".utf8)]
        case .pageStyle:
            let sheet = "/* TEXT */ .label-customizable:hover, TEXT { color: TEXT; TEXT: red } TEXT"
            let drawing = #"<svg TEXT="TEXT" style="TEXT"><style>TEXT</style><!-- TEXT --><g id="TEXT"/>TEXT</svg>TEXT"#
            return [text, Self.replacing(sheet, by: text), Self.replacing(drawing, by: text)]
        case .callback:
            let request = "GET /callback?code=TEXT&TEXT=b HTTP/1.1\r\nHost: TEXT\r\nTEXT: b\r\n\r\n"
            let answer = #"{"error": "TEXT", "error_description": "TEXT", "TEXT": 1}"#
            return [text, Self.replacing(request, by: text), Self.replacing(answer, by: text)]
        case .session, .hash: return [text, join("2a$", "TEXT")]
        case .refreshToken:
            let secret = [UInt8](repeating: 7, count: 48)
            return [text, Array(Base64URL.encode(text).utf8), secret + text, secret + join("TEXT", "/", "TEXT")]
        case .signature:
            let line =
                "AWS4-HMAC-SHA256 Credential=TEXT/1/TEXT/s/aws4_request, SignedHeaders=TEXT;host, Signature=TEXT"
            return [Self.replacing("\(line)\nTEXT\nX-Amz-Algorithm=TEXT&TEXT=b\nTEXT", by: text)]
        case .verifier:
            let header =
                "AWS4-HMAC-SHA256 Credential=TEXT/20260101/TEXT/s/aws4_request, SignedHeaders=host;x-amz-date;TEXT, "
                + "Signature=TEXT"
            return [
                Self.replacing("/TEXT?TEXT=TEXT\n\(header)\nlocalhost\nTEXT", by: text),
                Self.replacing(#"{"SigningKey":"TEXT","Expiration":1,"Principal":{"Arn":"TEXT"}}"#, by: text),
            ]
        case .stored:
            let tokens = #"{"idToken": "TEXT", "accessToken": "TEXT", "refreshToken": "TEXT"}"#
            let user =
                #"{"tokens": \#(tokens), "typedUsername": "TEXT", "deviceKey": "TEXT", "method": {"hostedUI": {}}, "#
                + #""signedInAt": 1, "isRefreshTokenDead": false}"#
            return ["f", "s", "m", "n"].map { Array($0.utf8) + text }
                + [Self.replacing(#"r{"userPool": {"user": \#(user)}}"#, by: text)]
        case .site:
            let cookies = "a=TEXT; TEXT=b; __Host-session=TEXT"
            return [
                Self.replacing("TEXT\n/TEXT/a\n\(cookies)\nTEXT=b&client_id=TEXT&TEXTc=d", by: text),
                join("auth.example.com\n/shops/", "TEXT", "\na=b\n", "TEXT"),
            ]
        case .filter:
            return [Self.replacing(#"TEXT = "TEXT""#, by: text), Self.replacing(#"name ^= "TEXT""#, by: text)]
        case .socket:
            let size = text.count
            let head: [UInt8] = [0x81, 0xFF] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
            return [
                text, head + [0, 0, 0, 0] + text,
                Self.frames(of: text, first: 0x01, further: 0x00, last: 0x80, lengthBits: 0x80, mask: [0, 0, 0, 0]),
                Self.frames(of: text, first: 0x89, further: 0x89, last: 0x89, lengthBits: 0x80, mask: [0, 0, 0, 0]),
            ]
        case .socketAnswer:
            let start =
                "HTTP/1.1 101 TEXT\r\nUpgrade: websocket\r\nConnection: TEXT\r\nSec-WebSocket-Protocol: TEXT\r\n"
            return [
                join("HTTP/1.1 ", "TEXT"), Self.replacing(start + "\r\n", by: text),
                Self.replacing(start + "TEXT: TEXT\r\n\r\n", by: text),
            ]
        case .socketConversation:
            return [
                [0xFF] + Self.frames(of: text, first: 0x01, further: 0x00, last: 0x80),
                [0xFF] + Self.frames(of: text, first: 0x89, further: 0x8A, last: 0x88),
            ]
        case .address: return [text, join("10.0.0.2, ", "TEXT", ", 10.0.0.1"), join("::", "TEXT")]
        case .csv: return [Self.replacing("cognito:username,TEXT\nTEXT,b\n", by: text)]
        case .smtp:
            return [
                join("250 ", "TEXT", "\r\n"), Self.replacing("250-mail\r\n250-AUTH TEXT\r\n250 TEXT\r\n", by: text),
            ]
        case .saml:
            let response = """
                <p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" Version="2.0" ID="TEXT" a="TEXT"><b>TEXT</b>\
                <Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" Version="2.0" ID="TEXT">TEXT</Assertion>\
                </p:Response>
                """
            let metadata = """
                <m:EntityDescriptor xmlns:m="urn:oasis:names:tc:SAML:2.0:metadata" entityID="TEXT"><!--TEXT--><?TEXT?>\
                <a b="TEXT">TEXT</a></m:EntityDescriptor>
                """
            return [
                join("r", "TEXT"), Self.replacing("r" + response, by: text), Self.replacing("m" + metadata, by: text),
            ]
        case .policy:
            let statement =
                #"{"Sid": "TEXT", "Effect": "Allow", "Action": "TEXT", "Resource": ["TEXT", "arn:TEXT"], "#
                + #""Condition": {"StringLike": {"TEXT": ["TEXT", "${TEXT}"]}, "TEXT": {"a": "b"}}}"#
            let policy = #"{"Version": "2012-10-17", "Statement": [\#(statement)]}"#
            return [
                Self.replacing("0" + policy, by: text), Self.replacing("1" + policy, by: text), Array("0".utf8) + json,
            ]
        case .accessDocument:
            let role = #"{"path": "/TEXT/", "trustPolicy": {"Statement": {"Sid": "TEXT"}}, "TEXT": 1}"#
            return [Self.replacing(#"{"roles": {"TEXT": \#(role), "b": \#(role)}, "TEXT": {}}"#, by: text), json]
        case .openID:
            let key = #"{"kty": "TEXT", "kid": "TEXT", "n": "TEXT", "e": "TEXT", "TEXT": 1}"#
            let header = Base64URL.encode(Self.replacing(#"{"alg": "RS256", "kid": "TEXT", "TEXT": 1}"#, by: text))
            let claims = Base64URL.encode(
                Self.replacing(#"{"iss": "https://a.example", "sub": "TEXT", "aud": "TEXT", "TEXT": 1}"#, by: text))
            return [
                Self.replacing(#"d{"issuer": "TEXT", "jwks_uri": "https://TEXT", "TEXT": 1}"#, by: text),
                Self.replacing(#"k{"keys": [\#(key), \#(key)]}"#, by: text), join("uhttps://", "TEXT", "/", "TEXT"),
                Array("t\(header).\(claims).AAAA".utf8),
            ]
        case .webAuthn:
            let count = text.count
            let head: [UInt8] = [0x7A] + (0..<4).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
            let client = Base64URL.encode(Self.replacing(#"{"type": "TEXT", "origin": "TEXT", "TEXT": 1}"#, by: text))
            let credential = #"{"id": "AA", "rawId": "AA", "type": "public-key", "TEXT": 1, "response": "#
            return [
                Array("c".utf8) + head + text, Array("c".utf8) + [0xA1] + head + text + [0x00],
                join("ohttps://", "TEXT"),
                Array("r".utf8)
                    + Self.replacing(credential + #"{"clientDataJSON": "\#(client)", "TEXT": "b"}}"#, by: text),
            ]
        }
    }

    /// Frames with the text in pieces of 100 bytes.
    private static func frames(
        of text: [UInt8], first: UInt8, further: UInt8, last: UInt8, lengthBits: UInt8 = 0, mask: [UInt8] = []
    ) -> [UInt8] {
        let starts = Array(stride(from: 0, to: max(text.count, 1), by: 100))
        return starts.flatMap { start -> [UInt8] in
            let data = text[start..<min(start + 100, text.count)]
            let head = start == 0 ? first : start == starts.last ? last : further
            return [head, lengthBits | UInt8(data.count)] + mask + data
        }
    }

    private static func replacing(_ template: String, by text: [UInt8]) -> [UInt8] {
        Array(template.components(separatedBy: "TEXT").map { Array($0.utf8) }.joined(separator: text))
    }
}
