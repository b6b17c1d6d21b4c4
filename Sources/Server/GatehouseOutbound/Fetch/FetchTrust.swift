// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// The certificate authorities that a fetch trusts.
final class FetchTrust: Sendable {
    private let known = Mutex<NIOSSLContext?>(nil)

    /// Trusts the authorities in a file, or those of the system.
    ///
    /// A file is read at once, so that the start shows its flaws. The system's authorities are read for the first request
    /// over TLS: they take a tenth of the start and some megabytes, and many servers call no other server.
    /// - Throws: the library's error for a file that it cannot read.
    init(authoritiesFile: String?) throws {
        guard let authoritiesFile else { return }
        let context = try Self.read(authoritiesFile)
        known.withLock { $0 = context }
    }

    /// The form of connections over TLS.
    ///
    /// The system's authorities are read outside of the threads that serve connections; requests at the same time may
    /// each read them.
    /// - Throws: the library's error if they cannot be read.
    func tls() async throws -> NIOSSLContext {
        if let context = known.withLock({ $0 }) { return context }
        let context = try await NIOThreadPool.singleton.runIfActive { try Self.read(nil) }
        known.withLock { $0 = context }
        return context
    }

    private static func read(_ authoritiesFile: String?) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        configuration.shutdownTimeout = .seconds(1)
        if let authoritiesFile { configuration.trustRoots = .file(authoritiesFile) }
        return try NIOSSLContext(configuration: configuration)
    }
}
