// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOSSL

/// Describes TLS errors for the operator.
///
/// The library's own text contains paths of the machine that built the program.
enum TLSFailureText {
    /// The corrective action for errors of the configuration, otherwise the library's reason.
    static func text(_ error: any Error) -> String {
        switch error {
        case NIOSSLError.handshakeFailed(let inner): text(inner)
        case BoringSSLError.sslError(let stack), BoringSSLError.unknownError(let stack): text(stack)
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            "its certificate is for another name: set GATEHOUSE_MAIL_HOST to a name of the certificate"
        case NIOSSLError.unableToValidateCertificate: untrusted
        default: "TLS failed (\(error))"
        }
    }

    private static let untrusted = """
        its certificate is not trusted: set GATEHOUSE_MAIL_CA_FILE to a PEM file of its authority, or renew an expired one
        """

    private static func text(_ stack: NIOBoringSSLErrorStack) -> String {
        let reasons = stack.map { reason(in: $0.description) }
        if reasons.contains("CERTIFICATE_VERIFY_FAILED") { return untrusted }
        return reasons.isEmpty ? "TLS failed" : "TLS failed (\(reasons.joined(separator: ", ")))"
    }

    /// The reason in `Error: 268435581 error:1000007d:SSL routines:OPENSSL_internal:REASON at FILE:LINE`.
    private static func reason(in text: String) -> String {
        let words = text.firstRange(of: " at ").map { text[..<$0.lowerBound] } ?? text[...]
        return words.split(separator: ":").last.map(String.init) ?? ""
    }
}
