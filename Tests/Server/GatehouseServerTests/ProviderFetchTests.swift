// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseTestSupport
import GatehouseTesting
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import Testing

@testable import GatehouseServer

/// Requests to a provider over TLS, with the certificate authorities of `GATEHOUSE_PROVIDERS_CA_FILE`.
@Suite(.hangLimit) struct ProviderFetchTests {
    private static func fetch(authorities: String?) throws -> any OutboundFetch {
        var environment = ["GATEHOUSE_PROVIDERS_NETWORKS": "127.0.0.0/8, ::1"]
        environment["GATEHOUSE_PROVIDERS_CA_FILE"] = authorities
        let configuration = try ServerConfiguration.read(
            mode: .dev, commandLine: [.dataDirectory: "/nonexistent"], environment: environment)
        return try configuration.providers.fetch()
    }

    private static func status(_ fetch: any OutboundFetch, _ url: String) async throws(OutboundFailure) -> Int {
        try await fetch.fetch(OutboundRequest(url: url, bodyLimit: 100, timeLimit: .seconds(200))).status
    }

    private static let untrusted = OutboundFailure.unreachable(
        "TLS failed: the certificate may not be trusted, or be for another name")

    @Test func `a server of the file's authority answers, also after an address that refuses`() async throws {
        let certificates = try TestCertificates()
        let server = try await TLSAnswer(certificates.files())
        let fetch = try Self.fetch(authorities: certificates.path("valid.pem"))
        // The name may have an address of IPv6 as well, at which no server listens.
        #expect(try await Self.status(fetch, "https://localhost:\(server.port)/keys") == 200)
        try await server.close()
    }

    @Test func `without the file, with another one, and for another name, nothing is sent`() async throws {
        let certificates = try TestCertificates()
        let server = try await TLSAnswer(certificates.files())
        let url = "https://localhost:\(server.port)/keys"
        await #expect(throws: Self.untrusted) { try await Self.status(Self.fetch(authorities: nil), url) }
        let other = try Self.fetch(authorities: certificates.path("renewed.pem"))
        await #expect(throws: Self.untrusted) { try await Self.status(other, url) }
        let trusting = try Self.fetch(authorities: certificates.path("valid.pem"))
        await #expect(throws: Self.untrusted) {
            try await Self.status(trusting, "https://127.0.0.1:\(server.port)/keys")
        }
        #expect(server.requests == 0)
        try await server.close()
    }

    @Test func `a file that is missing or has no certificate stops the start`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: StartupRefusal.self) { try Self.fetch(authorities: folder.path("none.pem")) }
        try Data("no certificate".utf8).write(to: folder.url.appendingPathComponent("text.pem"))
        let refusal = #expect(throws: StartupRefusal.self) { try Self.fetch(authorities: folder.path("text.pem")) }
        #expect(refusal?.description.contains("GATEHOUSE_PROVIDERS_CA_FILE") == true)
    }
}

/// A server with TLS on this machine that answers each request head with 200.
private final class TLSAnswer: Sendable {
    private let channel: any Channel
    private let count = RequestCount()

    init(_ files: TLSFiles) async throws {
        let certificate = try NIOSSLCertificate.fromPEMFile(files.certificate).map {
            NIOSSLCertificateSource.certificate($0)
        }
        let key = try NIOSSLPrivateKey(file: files.key, format: .pem)
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(certificateChain: certificate, privateKey: .privateKey(key)))
        let count = count
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLServerHandler(context: context))
                    try pipeline.addHandler(AnswerHead(count: count))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    var port: Int { channel.localAddress?.port ?? 0 }
    /// The number of request heads that arrived.
    var requests: Int { count.value }

    func close() async throws { try await channel.close() }
}

private final class AnswerHead: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let count: RequestCount
    private var text = ""

    init(count: RequestCount) {
        self.count = count
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        text += String(buffer: unwrapInboundIn(data))
        guard text.hasSuffix("\r\n\r\n") else { return }
        count.increment()
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

/// A number that connections raise.
private final class RequestCount: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock { $0 } }
    func increment() { number.withLock { $0 += 1 } }
}
