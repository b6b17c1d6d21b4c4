// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import Testing

@testable import AWSAPIPlugin

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The end of calls that hang.
@Suite(.hangLimit) struct CallTimeTests {
    /// A transport that reports each request, and answers none until it is cancelled, which it reports, too.
    struct Silent: Transport {
        let sent: Latch
        var cancelled = Latch()

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            sent.open()
            await Latch().wait()
            cancelled.open()
            throw TransportError(.cancelled)
        }
    }

    /// An interceptor that hangs, also when its task is cancelled.
    private struct Deaf: URLRequestInterceptor {
        let entered: Latch
        let exit: Latch

        func intercept(_ request: URLRequest) async throws -> URLRequest {
            entered.open()
            let exit = exit
            await Task { await exit.wait() }.value
            return request
        }
    }

    private static func plugin(_ transport: some Transport, _ clock: StepClock) throws -> AWSAPIPlugin {
        let plugin = AWSAPIPlugin(
            session: ScriptedSession([.success("token")]), transport: transport, sockets: ScriptedSockets([]),
            clock: clock.clock, hub: { _ in })
        try plugin.configure(using: APIApp.configuration(.apiKey))
        return plugin
    }

    private static func query(_ plugin: AWSAPIPlugin) -> Task<APIError?, Never> {
        Task {
            do {
                _ = try await plugin.query(request: APIApp.title())
                return nil
            } catch {
                return error as? APIError
            }
        }
    }

    @Test func `a call to a silent server ends after 30 seconds`() async throws {
        let (clock, sent) = (StepClock(), Latch())
        let call = Self.query(try Self.plugin(Silent(sent: sent), clock))
        await sent.wait()
        await clock.waitForSleep(of: .seconds(30))
        clock.advance(by: .seconds(30))
        guard case .networkError(_, _, let cause) = await call.value else {
            Issue.record("The call has another end.")
            return
        }
        #expect((cause as? URLError)?.code == .timedOut)
    }

    @Test func `a cancelled call ends at once`() async throws {
        let (clock, sent) = (StepClock(), Latch())
        let call = Self.query(try Self.plugin(Silent(sent: sent), clock))
        await sent.wait()
        call.cancel()
        #expect(await call.value?.isOperationCancelledError == true)
    }

    @Test func `code of the app that hangs does not keep a call from its end`() async throws {
        let exit = Latch()
        defer { exit.open() }
        for isCancelled in [true, false] {
            let (clock, entered) = (StepClock(), Latch())
            let network = ScriptedTransport([.answer(200, "{}")])
            let plugin = try Self.plugin(network, clock)
            try plugin.add(interceptor: Deaf(entered: entered, exit: exit), for: "todos")
            let call = Self.query(plugin)
            await entered.wait()
            await clock.waitForSleep(of: .seconds(30))
            if isCancelled { call.cancel() } else { clock.advance(by: .seconds(30)) }
            let error = await call.value
            #expect(error?.isOperationCancelledError == isCancelled)
            #expect(network.requests.isEmpty)
        }
    }
}
