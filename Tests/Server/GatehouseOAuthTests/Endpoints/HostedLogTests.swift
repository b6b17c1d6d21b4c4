// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseGateway
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import Testing

/// A store on a disk that is full: it can be read only.
private struct FullStore: UserPoolStore {
    struct DiskIsFull: StoreFailure {
        var isOutage: Bool { true }
    }

    let base: any UserPoolStore

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any UserPoolReading) throws -> Value
    ) async throws -> Value {
        try await base.read(body)
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any UserPoolWriting) throws -> Value
    ) async throws -> Value {
        throw DiskIsFull()
    }
}

/// The log of pages and redirects.
@Suite(.hangLimit) struct HostedLogTests {
    private let log = LogLines()

    @Test(arguments: [
        ("&redirect_uri=https%3A%2F%2Fother.example%2F", "code=redirect_mismatch"),
        ("&prompt=none", "code=login_required"),
        ("&scope=admin", "code=invalid_request"), ("", "code=OK"),
    ])
    func `the log has the error of a redirect`(others: String, code: String) async throws {
        let hosted = try await HostedFixture.make()
        var query = hosted.query(others)
        if others.contains("redirect_uri") {
            query = "client_id=\(hosted.fixture.client.id)&response_type=code" + others
        }
        let answer = await hosted.fixture.gateway(logger: log.logger).respond(
            to: GatewayRequest(method: "GET", path: hosted.base + "/oauth2/authorize", query: query))
        #expect(answer.status == 302)
        #expect(log.all.count == 1)
        #expect(log.all[0].hasPrefix("info Request answered \(code) "))
    }

    @Test func `a failure behind a redirect is in the log with its cause`() async throws {
        let hosted = try await HostedFixture.make()
        try await hosted.fixture.makeUser()
        let cookie = try await hosted.signIn()
        let pools = hosted.fixture.pools(store: FullStore(base: hosted.fixture.anyone.pools.records.store))
        let answer = await hosted.fixture.gateway(of: pools, logger: log.logger).respond(
            to: GatewayRequest(
                method: "GET", path: hosted.base + "/oauth2/authorize", query: hosted.query(), headers: [cookie]))
        #expect(answer.header("Location")?.contains("error=temporarily_unavailable") == true)
        let line = try #require(log.all.first)
        #expect(line.hasPrefix("error Request failed cause=DiskIsFull: "))
        #expect(line.contains("code=ServiceUnavailableException"))
    }

    @Test(arguments: ["invalid_request", "server_error", "temporarily_unavailable"])
    func `a link to the error page logs no failure`(error: String) async throws {
        let hosted = try await HostedFixture.make()
        let answer = await hosted.fixture.gateway(logger: log.logger).respond(
            to: GatewayRequest(method: "GET", path: hosted.base + "/error", query: "error=\(error)"))
        #expect(answer.status == 400)
        #expect(log.all.count == 1)
        #expect(log.all[0].hasPrefix("info Request answered code=\(error) "))
    }
}
