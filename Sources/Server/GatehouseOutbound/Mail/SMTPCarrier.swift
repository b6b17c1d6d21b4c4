// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import NIOCore
import NIOPosix
import NIOSSL

/// Sends mail to a server over SMTP, with one connection for each mail.
package struct SMTPCarrier: Carrier {
    /// The reason why a carrier cannot be created.
    package enum SetupError: Error, Equatable {
        /// The file of certificate authorities cannot be read or contains no certificate.
        case unreadableAuthorities(String)
    }

    private static let connectLimit = TimeAmount.seconds(10)

    private let settings: SMTPSettings
    private let tls: NIOSSLContext

    /// Reads the trusted certificate authorities; it does not connect to the server.
    /// - Throws: `SetupError`.
    package init(_ settings: SMTPSettings) throws {
        self.settings = settings
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.shutdownTimeout = .seconds(1)
        if let file = settings.authoritiesFile { configuration.trustRoots = .file(file) }
        do {
            tls = try NIOSSLContext(configuration: configuration)
        } catch {
            throw SetupError.unreadableAuthorities(settings.authoritiesFile ?? "of the system")
        }
    }

    package func carry(_ message: Message, id: String) async throws(CarriageFailure) {
        let mail = try Mail(message, id: id, settings: settings)
        do {
            try await converse(SMTPDialogue(mail, settings: settings))
        } catch let failure as CarriageFailure {
            throw failure
        } catch {
            throw .postponed("\(settings.host):\(settings.port): \(Self.text(error))")
        }
    }

    private func converse(_ dialogue: SMTPDialogue) async throws {
        try await converse(dialogue, over: connect())
    }

    /// Sends a mail over a connection from ``prepare(_:)``, and closes the connection.
    func converse(_ dialogue: SMTPDialogue, over channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async throws {
        var isTaken = false
        do {
            try await channel.executeThenClose { inbound, outbound in
                var conversation = SMTPConversation(dialogue)
                var heard = 0
                var buffers = inbound.makeAsyncIterator()
                while let buffer = try await buffers.next() {
                    heard += buffer.readableBytes
                    let step = try conversation.hear(buffer.readableBytesView)
                    if case .startTLS = step { try await startTLS(on: channel.channel, after: heard) }
                    guard let bytes = conversation.words(for: step) else { continue }
                    if case .leave = step { isTaken = true }
                    do {
                        try await outbound.write(ByteBuffer(bytes: bytes))
                    } catch ChannelError.ioOnClosedChannel {
                        // The reader of the remaining bytes reports the server's last reply, or the reason why the
                        // connection has ended.
                        while let rest = try await buffers.next() { _ = try conversation.hear(rest.readableBytesView) }
                        break
                    }
                    if isTaken { return }
                }
                throw SMTPConversation.Fault.hungUp
            }
        } catch  where isTaken {
            // After the server has accepted the mail, it does not matter how it closes the connection.
        }
    }

    private func connect() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(Self.connectLimit)
            .connect(host: settings.host, port: settings.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if settings.security == .tls { try addTLS(to: channel) }
                    return try Self.prepare(channel)
                }
            }
    }

    /// Prepares a new connection for a conversation; called on the connection's event loop.
    static func prepare(_ channel: any Channel) throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try channel.pipeline.syncOperations.addHandler(ByteCounter())
        return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
    }

    /// Switches to TLS, unless the connection has received more bytes than the conversation has read: those would be
    /// taken for the server's replies under TLS.
    private func startTLS(on channel: any Channel, after heard: Int) async throws {
        try await channel.eventLoop.submit {
            let counter = try channel.pipeline.syncOperations.handler(type: ByteCounter.self)
            guard counter.count == heard else { throw SMTPConversation.Fault.spokeUnasked }
            try addTLS(to: channel)
        }.get()
    }

    private func addTLS(to channel: any Channel) throws {
        // An IP address is not allowed as a server name (RFC 6066, section 3); the certificate is checked against it
        // nevertheless.
        let isAddress = (try? SocketAddress(ipAddress: settings.host, port: settings.port)) != nil
        let handler = try NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : settings.host)
        try channel.pipeline.syncOperations.addHandler(handler, position: .first)
    }

    /// A short description of a connection error for the operator.
    private static func text(_ error: any Error) -> String {
        switch error {
        case is CancellationError: "no answer in time"
        case is NIOConnectionError: "cannot be reached"
        case is SMTPReplyParser.Fault, is SMTPConversation.Fault: "does not speak SMTP (\(error))"
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: TLSFailureText.text(error)
        default: "the connection failed (\(error))"
        }
    }
}

/// Counts the bytes that a connection has received, including bytes that the application has not read yet.
private final class ByteCounter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private(set) var count = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        count += unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
    }
}

/// Describes TLS errors for the operator.
///
/// The library's own text contains paths of the machine that built the program.
private enum TLSFailureText {
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
