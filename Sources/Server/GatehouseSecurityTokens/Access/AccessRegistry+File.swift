// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseAccess
import GatehouseCore

extension AccessRegistry {
    /// Whether entries of the documented file are registered.
    /// - Throws: the errors of the store.
    package func hasEntriesOfFile() async throws -> Bool {
        for kind in AccessKind.allCases {
            if try await list(kind).contains(where: { $0.origin == .file }) { return true }
        }
        return false
    }

    /// The SAML providers whose metadata has expired, with its end; their responses are refused.
    /// - Throws: the errors of the store.
    package func expiredSAMLProviders() async throws -> [(name: String, end: Date)] {
        let now = clock.now
        let limit = AccessKind.samlProvider.limit
        let providers = try await access.read { try $0.records(of: SAMLProvider.self, after: nil, limit: limit) }
        return try providers.map(\.entry).compactMap { provider in
            try provider.checkMetadata().flatMap { $0 <= now ? (provider.name, $0) : nil }
        }
    }

    /// Makes the registry have the entries of the documented file, and none that an earlier form of the file had.
    ///
    /// Entries that `gatehouse iam` created stay. An entry of the file with the name of such a one is refused; one with
    /// the name of a role of `dev` replaces it. A policy that denies less than it reads is refused, but a stored one is
    /// kept, so that the server of an earlier release starts.
    /// - Throws: ``AccessRegistryRefusal``, the errors of the store; the registry is then unchanged.
    package func apply(_ document: AccessDocument) async throws {
        let now = clock.now
        for provider in document.samlProviders { try provider.checkMetadata() }
        try await access.write { store in
            // Metadata that expired since an earlier start must not stop a server that others use.
            for provider in document.samlProviders
            where try store.entry(SAMLProvider.self, named: provider.name) != provider {
                try provider.checkMetadata(at: now)
            }
            let removed = try store.namesOfFilePolicies(notIn: document.policies)
            try store.replaceFileEntries(by: document.policies, at: now)
            try store.replaceFileEntries(by: document.roles, at: now)
            try store.replaceFileEntries(by: document.users, at: now)
            try store.replaceFileEntries(by: document.openIDProviders, at: now)
            try store.replaceFileEntries(by: document.samlProviders, at: now)
            try store.checkAttached(document.roles.flatMap(\.permissions.attached))
            try store.checkAttached(document.users.flatMap(\.permissions.attached))
            for name in removed {
                guard let holder = try store.holder(ofPolicy: name) else { continue }
                throw AccessRegistryRefusal.attachedFromFile(name, to: holder)
            }
        }
    }
}

extension AccessReading {
    /// The names of the file's stored policies that its present form does not have.
    fileprivate func namesOfFilePolicies(notIn policies: [ManagedPolicy]) throws -> [String] {
        let names = Set(policies.map { Array($0.name.utf8) })
        return try records(of: ManagedPolicy.self, after: nil, limit: AccessKind.policy.limit)
            .filter { $0.origin == .file && !names.contains(Array($0.entry.name.utf8)) }.map(\.entry.name)
    }
}

extension AccessWriting {
    fileprivate func replaceFileEntries<Entry: AccessEntry>(by entries: [Entry], at now: Date) throws {
        let stored = try records(of: Entry.self, after: nil, limit: Entry.kind.limit)
        let names = Set(entries.map { Array($0.name.utf8) })
        for record in stored where record.origin == .file && !names.contains(Array(record.entry.name.utf8)) {
            try delete(Entry.kind, named: record.entry.name)
        }
        var taken = CaseFoldedNames(try self.names(of: Entry.kind), of: Entry.kind)
        for entry in entries {
            var former = stored.first { $0.entry.name.utf8.elementsEqual(entry.name.utf8) }
            if let origin = former?.origin, origin == .development || origin.givesWay {
                try delete(Entry.kind, named: entry.name)
                former = nil
            }
            if former?.entry != entry, let flaw = entry.narrowDenials.first {
                throw AccessRegistryRefusal.narrowDenial(Entry.kind, entry.name, flaw)
            }
            guard var record = former else {
                try add(AccessRecord(entry, origin: .file, createdAt: now, modifiedAt: now), among: taken)
                taken.insert(entry.name)
                continue
            }
            guard record.origin == .file else { throw AccessRegistryRefusal.fromCommand(Entry.kind, entry.name) }
            guard record.entry != entry else { continue }
            record.entry = entry
            record.modifiedAt = now
            try update(record)
        }
    }
}
