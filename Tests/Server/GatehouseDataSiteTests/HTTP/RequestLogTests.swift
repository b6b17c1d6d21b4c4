// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseTestSupport
import GatehouseTesting
import Testing

@testable import GatehouseDataSite

/// What the log has about requests to data APIs.
@Suite(.hangLimit)
struct RequestLogTests {
    @Test
    func `a line names the API and the reason of a refusal`() async throws {
        let log = LogLines()
        let bench = try await DataBench(modes: [.apiKey], logger: log.logger)
        func line(_ query: String, _ headers: [(String, String)]) async -> String {
            _ = await bench.post(DataBench.body(query), headers)
            return log.all.last { $0.contains("operation=graphql") } ?? ""
        }
        let lines = [
            ("api_key_unknown", await line(DataBench.list, [("x-api-key", "da2-other")])),
            ("credentials_missing", await line(DataBench.list, [])),
            ("token_form", await line(DataBench.list, [("Authorization", "x.y.z")])),
            ("mode_not_accepted", await line(DataBench.list, [("Authorization", "AWS4-HMAC-SHA256 x")])),
            ("invalid", await line("{ nothing }", bench.withKey)),
            ("unauthorized", await line(DataBench.list, bench.withKey)),
        ]
        for (reason, line) in lines {
            #expect(line.contains("api=\(bench.id)") && line.contains("refused_by=\(reason)"), "\(reason): \(line)")
        }
        bench.gatehouse.clock.advance(by: 86_400)
        #expect(await line(DataBench.list, bench.withKey).contains("refused_by=api_key_expired"))
        #expect(!log.all.contains { $0.contains("da2-") })
    }

    @Test
    func `a line about an answer without errors names the API alone`() async throws {
        let log = LogLines()
        let bench = try await DataBench(logger: log.logger)
        try await bench.create("a", as: try await bench.user("alice"))
        let line = log.all.last { $0.contains("operation=graphql") } ?? ""
        #expect(line.contains("api=\(bench.id)") && !line.contains("refused_by"))
    }
}
