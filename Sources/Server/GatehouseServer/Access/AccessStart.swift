// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
import GatehouseSecurityTokens
import GatehouseWire

/// Prepares the registry of roles, users and identity providers at the start of a server.
struct AccessStart: Sendable {
    let registry: AccessRegistry
    /// The path of the documented file; `nil` for none.
    let file: String?

    /// Applies the file, and checks the trust policies of all roles.
    ///
    /// A start without the file, after one with it, is refused: it would delete the access keys of the file's users, and
    /// without any role the roles of identity pools would not be checked.
    /// - Throws: `StartupRefusal` with the flaw and the corrective action.
    func run() async throws(StartupRefusal) {
        let document = try file.map { path throws(StartupRefusal) in try Self.document(path) }
        do {
            if file == nil, try await registry.hasEntriesOfFile() {
                throw StartupRefusal(
                    .configuration,
                    "The last start had a file with roles, users or providers, and GATEHOUSE_ACCESS is not set: set it "
                        + "to this file.")
            }
            try await registry.apply(document ?? AccessDocument.empty)
            try await registry.checkTrust()
        } catch let refusal as StartupRefusal {
            throw refusal
        } catch AccessRegistryRefusal.missing(.policy, let name) {
            throw StartupRefusal(
                .configuration,
                "The file \(file ?? "") attaches the policy \(name), which neither the file nor gatehouse iam has created. "
                    + "Correct GATEHOUSE_ACCESS.")
        } catch let refusal as AccessRegistryRefusal {
            throw StartupRefusal(.configuration, refusal.description)
        } catch let flaw as AccessFlaw {
            throw StartupRefusal(
                .configuration,
                "The role \(flaw): correct its trust policy in the file of GATEHOUSE_ACCESS, or with gatehouse iam update "
                    + "role.")
        } catch {
            throw StartupRefusal(
                .unavailable, "The registry of roles cannot be prepared: \(error). \(Cure.text(for: error))")
        }
    }

    private static func document(_ path: String) throws(StartupRefusal) -> AccessDocument {
        let contents = Array(try SettingFile(path, .access).contents())
        do throws(JSONFault) {
            _ = try WireValue(fileContents: contents)
        } catch {
            let fault =
                switch error {
                case .line(let line): " JSON: see line \(line)"
                case .refused(let reason): ": \(reason)"
                }
            throw StartupRefusal(
                .configuration, "The file \(path) is not valid\(fault). Correct GATEHOUSE_ACCESS.")
        }
        let folder = (path as NSString).deletingLastPathComponent
        do throws(AccessFlaw) {
            return try AccessDocument(json: contents) { name throws(AccessFlaw) in
                let place = name.hasPrefix("/") ? name : (folder.isEmpty ? name : folder + "/" + name)
                guard let data = FileManager.default.contents(atPath: place) else {
                    throw AccessFlaw(.malformed("the path of a file that can be read"), at: ["metadataFile"])
                }
                guard data.count <= SAMLProvider.maximumMetadata, let text = String(data: data, encoding: .utf8) else {
                    throw AccessFlaw(.malformed("the path of an XML file in UTF-8"), at: ["metadataFile"])
                }
                return text
            }
        } catch {
            throw StartupRefusal(.configuration, "The file \(path) is not valid: \(error). Correct GATEHOUSE_ACCESS.")
        }
    }
}
