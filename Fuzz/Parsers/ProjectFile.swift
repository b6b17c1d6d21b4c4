// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseProject

extension FuzzedParser {
    /// The files of `amplify` projects: a document keeps its bytes, also after a change that is taken back.
    func feedProjectFile(_ bytes: [UInt8]) {
        _ = try? Script(bytes)
        _ = try? HeadlessAuth(bytes, .create)
        _ = try? HeadlessAPI(bytes, .update)
        _ = try? HeadlessInit.answers(amplify: bytes, frontend: bytes, providers: bytes)
        _ = try? ImportedAuth(headless: bytes)
        _ = IgnoredFiles.removing(from: IgnoredFiles.adding(to: bytes))
        guard let document = try? JSONDocument(bytes) else { return }
        precondition(document.bytes == bytes, "a document that was read has other bytes")
        readValues(document)
        changeAndRestore(document)
    }

    private func readValues(_ document: JSONDocument) {
        _ = try? ProjectConfig(document)
        _ = try? LocalEnvironment(document)
        _ = try? TeamProviderInfo(document)
        _ = try? BackendConfig(document)
        _ = try? FeatureFlags(document)
        _ = try? GroupPrecedence.groups(document)
        _ = try? Tags.tags(document, project: "shop", environment: "dev")
        _ = try? APISettings(inputs: document)
        _ = try? SecretsFile.secrets(document, of: "shop")
        _ = try? SecretsFile.accessKey(document)
        _ = try? LocalProfile(document, environment: "dev")
        if let local = try? LocalGatehouse(document, environment: "dev") {
            let written = try? local.document(changing: document, environment: "dev")
            let read = written.flatMap { try? LocalGatehouse($0, environment: "dev") }
            precondition(written == nil || read == local, "what a machine knows does not read the same")
        }
        if let shared = try? TeamProviderInfo.withoutSecrets(document), let read = try? TeamProviderInfo(shared) {
            let isClean = read.environments.values.allSatisfy { $0.resourcesWithSecrets.isEmpty }
            precondition(isClean, "a secret is sent with the project")
        }
        guard let settings = try? AuthSettings(inputs: document) else { return }
        let same = try? settings.inputs(changing: document, from: settings)
        precondition(same?.bytes == document.bytes, "settings without a change change their file")
        var changed = settings
        changed.allowsGuests.toggle()
        changed.passwordLength = 12
        guard let file = try? settings.inputs(changing: document, from: settings),
            let written = try? changed.inputs(changing: file, from: settings),
            let read = try? AuthSettings(inputs: written)
        else { return }
        precondition(read.passwordLength == 12, "a setting that was written does not read the same")
    }

    private func changeAndRestore(_ document: JSONDocument) {
        guard case .object(let members) = document.value, document["/added by fuzzing"] == nil else { return }
        var changed = document
        guard (try? changed.set("value", at: "/added by fuzzing")) != nil else { return }
        precondition(changed["/added by fuzzing"] == .string("value"), "a member that was set has another value")
        guard (try? changed.remove(at: "/added by fuzzing")) != nil else { return }
        if members.isEmpty {
            precondition(changed.value == document.value, "an object does not become empty again")
        } else {
            precondition(changed.bytes == document.bytes, "a member that was removed leaves other bytes")
        }
    }
}
