// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct LogDeliveryTests {
    private static let bucket = S3ConfigurationType(bucketArn: "arn:aws:s3:::logs")
    private static let notices = LogConfigurationType(
        logLevel: .error, eventSource: .userNotification, s3Configuration: bucket)
    private static let events = LogConfigurationType(
        logLevel: .info, eventSource: .userAuthEvents, s3Configuration: bucket)

    private func set(_ logs: [LogConfigurationType], in fixture: PoolFixture) async throws {
        _ = try await fixture.administrator.setLogDeliveryConfiguration(
            SetLogDeliveryConfigurationRequest(userPoolId: fixture.poolID, logConfigurations: logs))
    }

    private func logs(_ fixture: PoolFixture) async throws -> [LogConfigurationType]? {
        try await fixture.administrator.getLogDeliveryConfiguration(
            GetLogDeliveryConfigurationRequest(userPoolId: fixture.poolID)
        ).logDeliveryConfiguration?.logConfigurations
    }

    @Test func `a log delivery configuration stays in force until the next one replaces it`() async throws {
        let fixture = try await PoolFixture.make()
        #expect(try await logs(fixture) == [])
        try await set([Self.notices, Self.events], in: fixture)
        #expect(try await logs(fixture) == [Self.notices, Self.events])
        try await set([], in: fixture)
        #expect(try await logs(fixture) == [])
    }

    @Test(arguments: [
        [notices, notices], [LogConfigurationType(logLevel: .error, eventSource: .userNotification)],
        [LogConfigurationType(logLevel: .info, eventSource: .userNotification, s3Configuration: bucket)],
        [LogConfigurationType(logLevel: .error, eventSource: .userAuthEvents, s3Configuration: bucket)],
        [
            LogConfigurationType(
                logLevel: .error, eventSource: .userNotification,
                cloudWatchLogsConfiguration: CloudWatchLogsConfigurationType(), s3Configuration: bucket)
        ],
    ])
    func `a source is named once, with its level and one destination`(_ logs: [LogConfigurationType]) async throws {
        let fixture = try await PoolFixture.make()
        #expect(try await fault { try await set(logs, in: fixture) }?.code == .invalidParameter)
        #expect(try await self.logs(fixture) == [])
    }

    @Test func `a pool that is not there has no logs`() async throws {
        let fixture = try await PoolFixture.make()
        let request = SetLogDeliveryConfigurationRequest(userPoolId: "us-east-1_None", logConfigurations: [])
        #expect(
            try await fault { _ = try await fixture.administrator.setLogDeliveryConfiguration(request) }
                == .noSuchUserPool("us-east-1_None"))
    }
}
