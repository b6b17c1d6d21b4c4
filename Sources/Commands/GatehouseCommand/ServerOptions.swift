// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import GatehouseServer
import Logging

/// The common options of `dev` and `serve`.
struct ServerOptions: ParsableArguments {
    @Option(help: "The port to listen on; with 0, dev chooses a free one. (default: 9229)")
    var port: Int?

    @Option(
        help: ArgumentHelp("The folder of the database. (default: ./.gatehouse)", valueName: "folder"),
        completion: .directory)
    var dataDir: String?

    @Option(
        name: .customLong("base-url"),
        help: ArgumentHelp(
            "The address under which clients reach the server. (default: http://localhost:PORT)", valueName: "url")
    )
    var baseURL: String?

    @Option(help: "The region of a request that names none. (default: us-east-1)")
    var region: String?

    @Option(
        help: ArgumentHelp(
            "The level of the log: trace, debug, info, notice, warning, error or critical. (default: info)",
            valueName: "level"),
        completion: .list(Logger.Level.allCases.map(\.rawValue)))
    var logLevel: String?

    @Option(help: ArgumentHelp("A JSON file with settings.", valueName: "file"), completion: .file())
    var config: String?

    @Option(help: ArgumentHelp("The mail server. (default: none, mail is not sent)", valueName: "host"))
    var mailHost: String?

    @Option(
        help: ArgumentHelp(
            "The port of the mail server. (default: 587, 465 or 25, by --mail-security)", valueName: "port"))
    var mailPort: Int?

    @Option(
        help: ArgumentHelp(
            "How the connection to the mail server is protected: starttls, tls or plain. (default: starttls)",
            valueName: "security"))
    var mailSecurity: String?

    @Option(
        help: ArgumentHelp("The sender of mail, such as 'Name <no-reply@example.org>'.", valueName: "address"))
    var mailFrom: String?

    @Option(
        name: .customLong("sms-url"),
        help: ArgumentHelp("The HTTP gateway for text messages. (default: none)", valueName: "url"))
    var smsURL: String?

    @Option(
        help: ArgumentHelp(
            "The JSON file with the addresses of triggers. (default: none; in dev triggers.json in the data folder)",
            valueName: "file"),
        completion: .file())
    var triggers: String?

    /// The settings that were given.
    var settings: [Setting: String] {
        let given: [Setting: String?] = [
            .port: port.map(String.init), .dataDirectory: dataDir, .baseURL: baseURL, .region: region,
            .logLevel: logLevel, .config: config, .mailHost: mailHost, .mailPort: mailPort.map(String.init),
            .mailSecurity: mailSecurity, .mailFrom: mailFrom, .smsURL: smsURL, .triggers: triggers,
        ]
        return given.compactMapValues(\.self)
    }
}
