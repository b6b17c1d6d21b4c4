// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseServer
import GatehouseText

@testable import AWSCognitoAuthPlugin
@testable import Amplify

private let file = FileManager.default.temporaryDirectory.appendingPathComponent("gatehouse-fuzz-\(UUID()).json")

extension FuzzedParser {
    /// `amplifyconfiguration.json` and `amplify_outputs.json`, down to the checks of each value.
    ///
    /// The files come with the app, so Foundation's decoder reads them, whatever their names cost.
    func feedClientConfiguration(_ bytes: [UInt8]) {
        guard StreamSafeText.contains(json: bytes) else { return }
        let data = Data(bytes)
        if let outputs = try? AmplifyOutputs.data(data).resolveConfiguration() {
            _ = try? PoolConfiguration(outputs).checked(retry: RetryPolicy())
        }
        if let block = try? JSONDecoder().decode(JSONValue.self, from: data) {
            _ = try? PoolConfiguration(block).checked(retry: RetryPolicy())
        }
        _ = try? JSONDecoder().decode(AmplifyConfiguration.self, from: data)
    }

    /// The server's own file: it starts, or is refused in one line.
    func feedServerConfiguration(_ bytes: [UInt8]) {
        guard (try? Data(bytes).write(to: file)) != nil else { return }
        do throws(StartupRefusal) {
            _ = try ServerConfiguration.read(mode: .dev, commandLine: [.config: file.path], environment: [:])
        } catch {
            precondition(!error.description.contains("\n"), "a refusal takes more than one line")
        }
    }
}
