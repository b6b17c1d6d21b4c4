// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import GatehouseServer

/// The common options of `dev` and `serve`.
struct ServerOptions: ParsableArguments {
    @Option(help: "The port to listen on. (default: 9229)")
    var port: Int?

    @Option(help: "The folder of the database. (default: ./.gatehouse)")
    var dataDir: String?

    @Option(
        name: .customLong("base-url"),
        help: "The address under which clients reach the server. (default: http://localhost:PORT)"
    )
    var baseURL: String?

    @Option(help: "The region of pools whose request names none. (default: us-east-1)")
    var region: String?

    @Option(help: "trace, debug, info, notice, warning, error or critical. (default: info)")
    var logLevel: String?

    @Option(help: "A JSON file with settings.")
    var config: String?

    @Option(help: "The mail server. (default: none, mail is not sent)")
    var mailHost: String?

    @Option(help: "Its port. (default: 587, 465 or 25, by security)")
    var mailPort: Int?

    @Option(help: "starttls, tls or plain. (default: starttls)")
    var mailSecurity: String?

    @Option(help: "The address that mail is from, such as 'Name <no-reply@example.org>'.")
    var mailFrom: String?

    @Option(name: .customLong("sms-url"), help: "The HTTP gateway for text messages. (default: none)")
    var smsURL: String?

    @Option(help: "The JSON file that says where triggers are. (default: none; DATA-DIR/triggers.json in dev)")
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
