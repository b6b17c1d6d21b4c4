// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import Logging
import Testing

/// Misspelt settings, the variables that Kubernetes makes, and the configuration file as a whole.
@Suite struct UnknownSettingTests {
    private static let admin = [
        "GATEHOUSE_ADMIN_ACCESS_KEY_ID": "AKIAADMIN",
        "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": "abcdefghijklmnopqrstuvwxyz0123456789",
    ]

    private func configuration(_ mode: RunMode, _ environment: [String: String]) throws -> ServerConfiguration {
        try ServerConfiguration.read(
            mode: mode, commandLine: [:], environment: Self.admin.merging(environment) { $1 })
    }

    private func configuration(
        _ mode: RunMode, file text: String, permissions: Int = 0o600
    ) throws -> ServerConfiguration {
        let folder = try TemporaryFolder()
        let file = folder.path("gatehouse.json")
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file)
        return try configuration(mode, ["GATEHOUSE_CONFIG": file])
    }

    @Test(arguments: [
        ("GATEHOUSE_PROT", "9383", "GATEHOUSE_PORT"),
        ("GATEHOUSE_TLS_CERT_FILE", "/cert.pem", "GATEHOUSE_TLS_CERTIFICATE_FILE"),
        ("GATEHOUSE_SEEDS", "1", "GATEHOUSE_SEED"),
    ])
    func `an unknown variable stops serve and is a warning in other commands, with the nearest name`(
        name: String, value: String, nearest: String
    ) throws {
        let refusal = #expect(throws: StartupRefusal.self) { try configuration(.serve, [name: value]) }
        #expect(refusal?.exitCode == .configuration)
        for mode in [RunMode.dev, .maintenance] {
            let warnings = try configuration(mode, [name: value]).warnings
            #expect(warnings.count == 1)
            for text in warnings + [refusal?.description ?? ""] {
                #expect(text.contains("\(name) is not a setting, the nearest one is \(nearest)"))
                #expect(!text.contains(value) || name.contains(value))
            }
        }
    }

    @Test func `variables of the client modules stop nothing`() throws {
        let environment = ["GATEHOUSE_APP_ID": "app", "GATEHOUSE_AWSCONFIGURATION": "/a.json", "GATEHOUSE_URL": "u"]
        #expect(try configuration(.dev, environment).warnings.isEmpty)
    }

    @Test func `all unknown variables are named at once`() {
        let environment = ["GATEHOUSE_PROT": "1", "GATEHOUSE_HOSTS": "a", "GATEHOUSEBUILD_SEED": "1", "HOST": "b"]
        let refusal = #expect(throws: StartupRefusal.self) { try configuration(.serve, environment) }
        #expect(refusal?.description.contains("GATEHOUSE_PROT is") == true)
        #expect(refusal?.description.contains("GATEHOUSE_HOSTS is") == true)
        #expect(refusal?.description.contains("GATEHOUSEBUILD") == false)
    }

    @Test(arguments: [
        (#"{"prot": 9383}"#, "prot", "port"), (#"{"mail": {"hots": "a"}}"#, "mail.hots", "mail.host"),
        (#"{"tls": {"cert_file": "a"}}"#, "tls.cert_file", "tls.certificateFile"),
        (#"{"port": {"number": 1}}"#, "port.number", "port"), (#"{"config": "other.json"}"#, "config", "port"),
        (#"{"prot": {}}"#, "prot", "port"), (#"{"a\nb": 1}"#, "a b", "port"),
    ])
    func `an unknown member stops serve and warns in dev, with the nearest name`(
        text: String, member: String, nearest: String
    ) throws {
        let refusal = #expect(throws: StartupRefusal.self) { try configuration(.serve, file: text) }
        let description = try #require(refusal?.description)
        #expect(description.contains("The member \(member) of "))
        #expect(description.contains("is not a setting, the nearest one is "))
        #expect(!description.contains("\n"))
        #expect(nearest == "port" || description.contains(nearest))
        #expect(try configuration(.dev, file: text).warnings.count == 1)
    }

    @Test func `a file has numbers, truth values and texts`() throws {
        let text = #"{"port": 9383, "metrics": true, "logLevel": "debug", "region": null, "requestsPerAddress": "7"}"#
        let configuration = try configuration(.serve, file: text)
        #expect(configuration.port == 9_383)
        #expect(configuration.showsMetrics)
        #expect(configuration.logLevel == .debug)
        #expect(configuration.deployment.defaultRegion == "us-east-1")
        #expect(configuration.gateway.rates?.perAddress.perSecond == 7)
        #expect(configuration.warnings.isEmpty)
    }

    @Test(arguments: [
        (#"{"port": [1]}"#, "GATEHOUSE_PORT"), (#"{"mail": {"host": {}}}"#, "GATEHOUSE_MAIL_HOST"),
        (#"{"metrics": "yes"}"#, "GATEHOUSE_METRICS"), (#"{"port": true}"#, "GATEHOUSE_PORT"),
        (#"{"port": 1.5}"#, "GATEHOUSE_PORT"), ("[]", "is not a JSON object: correct it."),
        (
            "{\"region\": \"\(String(repeating: "\u{301}", count: 40))\"}",
            "is not a JSON object (a text has too many combining marks in a row)"
        ),
        ("", "is not a JSON object (line 1 is not valid JSON)"),
        ("{\n  \"port\": 1\n  \"region\": \"a\"\n}", "is not a JSON object (line 3 is not valid JSON)"),
        ("{\"port\": 1,\n}", "is not a JSON object (line 2 is not valid JSON)"),
    ])
    func `a value of the wrong kind is refused by name`(text: String, cure: String) {
        let refusal = #expect(throws: StartupRefusal.self) { try configuration(.dev, file: text) }
        #expect(refusal?.description.contains(cure) == true)
    }

    @Test(arguments: [
        (#"{"port": "many"}"#, "port"), (#"{"metrics": 1}"#, "metrics"), (#"{"region": 7}"#, "region"),
        (#"{"mail": {"host": "a", "port": true, "from": "a@example.org"}}"#, "mail.port"),
        (#"{"tls": {"keyFile": "k"}}"#, "tls.keyFile"), (#"{"logLevel": "loud"}"#, "logLevel"),
    ])
    func `a value that is not valid is located in the file by its member`(text: String, member: String) throws {
        let refusal = #expect(throws: StartupRefusal.self) { try configuration(.dev, file: text) }
        #expect(refusal?.description.contains(" See the member \(member) of /") == true)
        #expect(refusal?.description.hasSuffix("/gatehouse.json.") == true)
    }

    @Test func `a value of the environment is not looked for in the file`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("gatehouse.json")
        try Data(#"{"port": 1, "region": "eu-west-1"}"#.utf8).write(to: URL(fileURLWithPath: file))
        let refusal = #expect(throws: StartupRefusal.self) {
            try configuration(.dev, ["GATEHOUSE_CONFIG": file, "GATEHOUSE_PORT": "many"])
        }
        #expect(refusal?.description.contains("See the member") == false)
        let read = try configuration(.dev, ["GATEHOUSE_CONFIG": file])
        let later = read.locating(StartupRefusal(.configuration, "Wrong: correct GATEHOUSE_REGION."))
        #expect(later.description == "Wrong: correct GATEHOUSE_REGION. See the member region of \(file).")
        let other = StartupRefusal(.configuration, "Wrong: correct GATEHOUSE_REGIONS and XGATEHOUSE_PORT.")
        #expect(read.locating(other) == other)
    }

    @Test(arguments: [0o644, 0o604, 0o602, 0o601])
    func `a file with secrets that other users may use is refused`(permissions: Int) throws {
        let text = #"{"mail": {"password": "s3cret"}}"#
        let refusal = #expect(throws: StartupRefusal.self) {
            try configuration(.dev, file: text, permissions: permissions)
        }
        #expect(refusal?.description.contains("chmod o= ") == true)
        #expect(refusal?.description.contains("s3cret") == false)
        #expect(try configuration(.dev, file: #"{"port": 1}"#, permissions: permissions).port == 1)
    }

    @Test(arguments: [0o600, 0o640, 0o660, 0o400])
    func `a file with secrets may be read by its group`(permissions: Int) throws {
        let text = #"{"masterKey": "key"}"#
        #expect(try configuration(.serve, file: text, permissions: permissions).masterKey == .text("key"))
    }

    @Test(arguments: [
        ["GATEHOUSE_SERVICE_HOST": "10.0.0.1", "GATEHOUSE_PORT": "tcp://10.0.0.1:9229"],
        ["GATEHOUSE_PORT_9229_TCP": "tcp://10.0.0.1:9229", "GATEHOUSE_PORT_9229_TCP_ADDR": "10.0.0.1"],
        ["GATEHOUSE_PORT_9229_TCP_PORT": "9229", "GATEHOUSE_PORT_9229_TCP_PROTO": "tcp"],
        ["GATEHOUSE_SERVICE_PORT_HTTPS": "443"],
        ["GATEHOUSE_MAIL_SERVICE_HOST": "10.0.0.2", "GATEHOUSE_MAIL_PORT": "udp://10.0.0.2:25"],
    ])
    func `variables that Kubernetes makes are explained and ignored`(environment: [String: String]) throws {
        let configuration = try configuration(.serve, environment)
        #expect(configuration.port == 9_229)
        #expect(configuration.warnings.count == 1)
        for text in Array(environment.keys) + ["Kubernetes", "enableServiceLinks"] {
            #expect(configuration.warnings.first?.contains(text) == true)
        }
    }

    @Test func `the variable of each setting is derived from its member`() {
        #expect(Setting.tlsCertificateFile.variable == "GATEHOUSE_TLS_CERTIFICATE_FILE")
        #expect(Setting.adminAccessKeyID.variable == "GATEHOUSE_ADMIN_ACCESS_KEY_ID")
        #expect(Setting.baseURL.variable == "GATEHOUSE_BASE_URL")
        #expect(Setting.mailCAFile.variable == "GATEHOUSE_MAIL_CA_FILE")
        #expect(Setting.maximumBodyBytesInAll.variable == "GATEHOUSE_MAXIMUM_BODY_BYTES_IN_ALL")
        #expect(Set(Setting.allCases.map(\.variable)).count == Setting.allCases.count)
    }
}
