// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The reason for the refusal of a signed request, with the texts and codes that clients know.
package enum SigV4Error: Error, Equatable, Sendable {
    /// The signature is not the one of this request under this key.
    case wrongSignature
    /// Signed longer ago than the clocks may differ. Moments are `yyyymmddThhmmssZ`.
    case expired(moment: String, earliest: String, now: String, allowedMinutes: Int)
    /// Signed further ahead than the clocks may differ.
    case notYetCurrent(moment: String, latest: String, now: String, allowedMinutes: Int)
    /// A presigned address whose time is over.
    case addressExpired
    /// Signed for another host.
    case host
    /// Signed for another day, region or service.
    case scope(ScopeFault)
    /// The signature's parts are missing or make no sense.
    case malformed(Malformation)
    /// The key is unknown, or its session token is wrong or missing. For callers to throw.
    case unknownKey
    /// The session of temporary credentials is over. For callers to throw.
    case sessionExpired
    /// There is no signature at all. For callers to throw.
    case nothingSigned

    /// The wrong part of a scope.
    package enum ScopeFault: Equatable, Sendable {
        case day
        /// The signature is for this region, which is not the expected one.
        case region(String)
        /// The signature is for another service than this one.
        case service(expected: String)
        case terminator
    }

    /// An error in the form of a signature.
    package enum Malformation: Equatable, Sendable {
        case signedTwice
        case algorithm
        case missingCredential
        case missingSignature
        case missingSignedHeaders
        case repeatedSignedHeaders
        /// A part of the signature that occurs twice, by its name.
        case repeated(String)
        case missingDate
        case credential
        case expires
        case hostNotSigned
        /// A header that must be signed and is not, by its name.
        case headerNotSigned(String)
        /// A path that readers may resolve to another one: with `.`, `..` or an empty segment.
        case ambiguousPath
        /// A query that readers may decode in several ways: with `+`, a broken escape or bytes that are not UTF-8.
        case ambiguousQuery
        /// Longer than what is read, by the name of the part.
        case tooLong(String)
    }
}

extension SigV4Error {
    /// The text of the answer.
    package var message: String {
        switch self {
        case .wrongSignature:
            "The request signature we calculated does not match the signature you provided. Check your AWS Secret "
                + "Access Key and signing method. Consult the service documentation for details."
        case .expired(let moment, let earliest, let now, let minutes):
            "Signature expired: \(moment) is now earlier than \(earliest) (\(now) - \(minutes) min.)"
        case .notYetCurrent(let moment, let latest, let now, let minutes):
            "Signature not yet current: \(moment) is still later than \(latest) (\(now) + \(minutes) min.)"
        case .addressExpired: "Request has expired."
        case .host: "The signature is for another host than this one."
        case .scope(let fault): fault.message
        case .malformed(let malformation): malformation.message
        case .unknownKey: "The security token included in the request is invalid."
        case .sessionExpired: "The security token included in the request is expired"
        case .nothingSigned: "Missing Authentication Token"
        }
    }

    /// The code in answers of JSON services, which go with HTTP status 400.
    package var jsonCode: String {
        switch self {
        case .wrongSignature, .expired, .notYetCurrent, .addressExpired, .host, .scope: "InvalidSignatureException"
        case .malformed: "IncompleteSignatureException"
        case .unknownKey: "UnrecognizedClientException"
        case .sessionExpired: "ExpiredTokenException"
        case .nothingSigned: "MissingAuthenticationTokenException"
        }
    }
}

extension SigV4Error.ScopeFault {
    fileprivate var message: String {
        switch self {
        case .day: "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP"
        case .region(let region): "Credential should be scoped to a valid Region, not \(region)"
        case .service(let expected): "Credential should be scoped to correct service: '\(expected)'"
        case .terminator: "Credential should be scoped with a valid terminator: '\(SigningScope.terminator)'"
        }
    }
}

extension SigV4Error.Malformation {
    fileprivate var message: String {
        switch self {
        case .signedTwice: "A request is signed either in the Authorization header or in the query, not in both."
        case .algorithm: "Unsupported AWS 'algorithm'"
        case .missingCredential: "Authorization header requires 'Credential' parameter."
        case .missingSignature: "Authorization header requires 'Signature' parameter."
        case .missingSignedHeaders: "Authorization header requires 'SignedHeaders' parameter."
        case .repeatedSignedHeaders: "'SignedHeaders' must name each header once."
        case .repeated(let name): "'\(name)' must occur once."
        case .missingDate:
            "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header."
        case .credential:
            "Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term"
        case .expires: "X-Amz-Expires must be a number of seconds between 1 and 604800"
        case .hostNotSigned: "'Host' must be a 'SignedHeader' in the AWS Authorization."
        case .headerNotSigned(let name): "'\(name)' must be a 'SignedHeader' in the AWS Authorization."
        case .ambiguousPath: "The path must not have '.', '..' or an empty segment."
        case .ambiguousQuery: "The query must be UTF-8 in percent-encoding, a blank as %20 and a plus sign as %2B."
        case .tooLong(let part): "The \(part) is too long."
        }
    }
}
