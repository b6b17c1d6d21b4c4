// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCrypto
package import GatehouseProject
import GatehouseSession

/// The file of an environment's secrets on this machine, outside the project and readable by its owner alone.
///
/// The form of its content is that of `SecretsFile`.
package struct SecretsStore: Sendable {
    /// The path of the file.
    package let path: String

    /// Names the file of an environment; it need not exist.
    ///
    /// - Parameters:
    ///   - variables: the variables of the process: `XDG_CONFIG_HOME` and `HOME` count.
    ///   - appID: the id of the project's record.
    ///   - environment: the name of the environment.
    /// - Throws: `DeploymentFault` if no folder is known, or a name is not one of a file.
    package init(variables: [String: String], appID: String, environment: String) throws(DeploymentFault) {
        guard let path = SecretsFile.path(variables: variables, appID: appID, environment: environment) else {
            throw DeploymentFault(
                .unusable, "The file of the secrets of the environment \(environment) has no place.",
                cure: "Set HOME or XDG_CONFIG_HOME to an absolute path.")
        }
        self.path = path
    }

    /// The content of the file; `nil` if there is no such file.
    ///
    /// - Throws: `DeploymentFault` if it cannot be read or is not JSON.
    package func document() throws(DeploymentFault) -> JSONDocument? {
        let content: Data?
        do throws(FileFailure) {
            content = try File.read(path, limit: JSONDocument.largestSize)
        } catch {
            throw failure(error, "read")
        }
        guard let content else { return nil }
        return try checked { () throws(JSONFlaw) in try JSONDocument([UInt8](content)) }
    }

    /// The secrets of an auth resource by the keys of `ProviderCredentials`.
    ///
    /// - Throws: `DeploymentFault` if the file cannot be used.
    package func secrets(of resource: String) throws(DeploymentFault) -> [String: String] {
        guard let document = try document() else { return [:] }
        return try checked { () throws(JSONFlaw) in try SecretsFile.secrets(document, of: resource) }
    }

    /// Adds secrets of an auth resource; those that the file has stay unless they are replaced.
    ///
    /// - Throws: `DeploymentFault` if the file cannot be used.
    package func add(_ secrets: [String: String], of resource: String) throws(DeploymentFault) {
        guard !secrets.isEmpty else { return }
        let present = try document()
        try write(
            try checked { () throws(JSONFlaw) in
                try SecretsFile.document(changing: present, of: resource, to: secrets)
            })
    }

    /// The access key that was typed for the environment; `nil` without one.
    ///
    /// - Throws: `DeploymentFault` if the file cannot be used.
    package func accessKey() throws(DeploymentFault) -> SigningCredentials? {
        guard let document = try document() else { return nil }
        let key = try checked { () throws(JSONFlaw) in try SecretsFile.accessKey(document) }
        return key.map { SigningCredentials(accessKeyID: $0.id, secretAccessKey: $0.secret) }
    }

    /// Keeps an access key that was typed for the environment.
    ///
    /// - Throws: `DeploymentFault` if the file cannot be used.
    package func keep(_ key: SigningCredentials) throws(DeploymentFault) {
        let present = try document()
        try write(
            try checked { () throws(JSONFlaw) in
                try SecretsFile.document(
                    changing: present, accessKeyID: key.accessKeyID, secretAccessKey: key.secretAccessKey)
            })
    }

    /// Removes the file, as the environment is deleted.
    ///
    /// - Throws: `DeploymentFault` if it cannot be removed.
    package func remove() throws(DeploymentFault) {
        do throws(FileFailure) {
            try File.remove(path)
        } catch {
            throw failure(error, "remove")
        }
    }

    private func write(_ document: JSONDocument) throws(DeploymentFault) {
        let folder = (path as NSString).deletingLastPathComponent
        let aside = path + ".new"
        do throws(FileFailure) {
            try File.makeDirectory(folder)
            try File.keepToOwner(folder)
            try File.remove(aside)
            try File.write(Data(document.bytes), to: aside)
            try File.rename(aside, to: path)
            try File.synchronize(directory: folder)
        } catch {
            throw failure(error, "write")
        }
    }

    private func checked<Value>(_ body: () throws(JSONFlaw) -> Value) throws(DeploymentFault) -> Value {
        do throws(JSONFlaw) {
            return try body()
        } catch {
            // The flaw says where; it never quotes a value, which could be a secret.
            throw DeploymentFault(
                ProjectFault(path, error, cure: "Correct the file, or remove it and type the secrets again."))
        }
    }

    private func failure(_ failure: FileFailure, _ verb: String) -> DeploymentFault {
        DeploymentFault(
            .unusable, "The file \(path) of the environment's secrets is not usable: \(failure).",
            cure: "Allow this user to \(verb) it.")
    }
}
