// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import HTTPTypes
import Hummingbird
import HummingbirdCore
package import Logging
package import Metrics
import NIOCore
import ServiceLifecycle

/// The gateway on a socket: a thin shell of Hummingbird round ``Gateway``.
package struct HTTPService: Service {
    private let application: Application<CallbackResponder<SocketContext>>
    private let host: String
    private let port: Int

    /// Prepares the server; nothing listens before `run`.
    ///
    /// `port` 0 stands for any free one; without `tls` the server speaks plain HTTP; `onListening` is called with the
    /// port once connections are accepted.
    package init(
        gateway: Gateway, host: String, port: Int, limits: SocketLimits = SocketLimits(), tls: TLSKeeper? = nil,
        logger: Logger, metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) {
        self.host = host
        self.port = port
        let responder = CallbackResponder<SocketContext> { request, context in
            let head = Self.head(request, context)
            let answer = try await gateway.respond(to: head, receiving: request.body.map(\.readableBytesView))
            return Self.write(answer, isHead: request.method == .head)
        }
        let registry = ConnectionRegistry(limits, proxies: gateway.settings.proxies, metrics: metrics)
        let lapsed = Counter(label: "gatehouse_connections_timed_out_total", factory: metrics)
        application = Application(
            responder: responder,
            server: HTTPServerBuilder { responder in
                GatewayChannel(
                    registry: registry, tls: tls,
                    http: HTTP1Channel(
                        responder: responder, configuration: Self.http(limits, gateway) { lapsed.increment() }
                    )
                )
            },
            configuration: ApplicationConfiguration(address: .hostname(host, port: port), backlog: 1_024),
            onServerRunning: { channel in onListening(channel.localAddress?.port ?? port) },
            logger: logger
        )
    }

    /// Serves until a graceful shutdown; requests that were accepted are answered.
    /// - Throws: ``ListeningError`` when the address cannot be had.
    package func run() async throws {
        do {
            try await application.run()
        } catch let error as IOError {
            throw ListeningError(error, host: host, port: port)
        }
    }

    /// Deadlines are the handler's own; Hummingbird would start anew with every byte of a body.
    private static func http(
        _ limits: SocketLimits, _ gateway: Gateway, didLapse: @escaping @Sendable () -> Void
    ) -> HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ContinueHandler(),
                RequestDeadlineHandler(
                    limits, takesFile: { gateway.takesFile(method: $0, path: $1) }, didLapse: didLapse),
            ], idleTimeout: nil,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: limits.maximumHeaderSize, maxHeaderListSize: limits.maximumHeaderSize,
                maxHeaderFieldCount: 100
            )
        )
    }

    /// The request without its body.
    private static func head(_ request: Request, _ context: SocketContext) -> GatewayRequest {
        GatewayRequest(
            method: request.method.rawValue, path: request.uri.path, query: request.uri.query ?? "",
            headers: headers(of: request), remoteAddress: context.remoteAddress
        )
    }

    /// The authority travels apart from the other headers, but signatures cover it as `host`.
    private static func headers(of request: Request) -> [(name: String, value: String)] {
        var headers = request.headers.map { (name: $0.name.rawName, value: $0.value) }
        if let authority = request.head.authority { headers.append((name: "Host", value: authority)) }
        return headers
    }

    private static func write(_ answer: GatewayResponse, isHead: Bool) -> Response {
        var headers = HTTPFields()
        for header in answer.headers {
            guard let name = HTTPField.Name(header.name) else { continue }
            headers.append(HTTPField(name: name, value: header.value))
        }
        headers[.contentLength] = String(answer.body.count)
        let body = isHead ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
        return Response(status: .init(code: answer.status), headers: headers, body: body)
    }
}
