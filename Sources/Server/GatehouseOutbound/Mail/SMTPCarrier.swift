// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import NIOCore
import NIOPosix
import NIOSSL

/// Hands mail to a server over SMTP, one connection a mail.
package struct SMTPCarrier: Carrier {
    /// Why a carrier cannot be made.
    package enum SetupError: Error, Equatable {
        /// The file of authorities cannot be read or holds no certificate.
        case unreadableAuthorities(String)
    }

    private static let connectLimit = TimeAmount.seconds(10)

    private let settings: SMTPSettings
    private let tls: NIOSSLContext

    /// Reads the authorities to trust; no server is contacted yet.
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

    /// Hands a mail over on a connection that was made by ``prepare(_:)``, and closes it.
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
                        // What the server said last, or why the connection has ended, is told where the rest is read.
                        while let rest = try await buffers.next() { _ = try conversation.hear(rest.readableBytesView) }
                        break
                    }
                    if isTaken { return }
                }
                throw SMTPConversation.Fault.hungUp
            }
        } catch  where isTaken {
            // How a server hangs up after it took the mail does not matter.
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

    /// Makes a connection one to converse over; called on its event loop.
    static func prepare(_ channel: any Channel) throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try channel.pipeline.syncOperations.addHandler(ByteCounter())
        return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
    }

    /// Goes over to TLS, unless more was read than was heard: the rest would be taken for the server's words under TLS.
    private func startTLS(on channel: any Channel, after heard: Int) async throws {
        try await channel.eventLoop.submit {
            let counter = try channel.pipeline.syncOperations.handler(type: ByteCounter.self)
            guard counter.count == heard else { throw SMTPConversation.Fault.spokeUnasked }
            try addTLS(to: channel)
        }.get()
    }

    private func addTLS(to channel: any Channel) throws {
        // An address is no server name (RFC 6066, section 3); the certificate is checked against it all the same.
        let isAddress = (try? SocketAddress(ipAddress: settings.host, port: settings.port)) != nil
        let handler = try NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : settings.host)
        try channel.pipeline.syncOperations.addHandler(handler, position: .first)
    }

    /// Says what went wrong with the connection, in the few words that an operator needs.
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
