// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseProject
import GatehouseWire

extension WantedUserPool {
    /// What was found of a pool on the server.
    struct Finding: Sendable {
        /// The pool; `nil` if there is none.
        var pool: UserPoolType?
        /// Whether a pool is known by its id and no longer there.
        var isGone = false
        /// Whether the pool that is known by its id is not one of this environment.
        var isForeign = false
        /// What a person should know.
        var notes: [String] = []
    }

    /// Finds the pool by its id, or by its name and its tags if no id is known.
    ///
    /// A pool that a push made, and whose answer was lost, is found by its tags. A detached pool is not found so: a
    /// note names it.
    /// Others write the files and records with the id: a pool without the tags of this environment is never changed.
    ///
    /// - Throws: `ServiceFault` of a call.
    func find(_ ids: KnownIDs, on backend: Backend) async throws(ServiceFault) -> Finding {
        if let id = ids[resource, OutputName.userPoolID] {
            let known = try await backend.userPool(id)
            if let known, known.belongs(to: state) { return Finding(pool: known) }
            guard state.makesNewPools else { return Finding(isGone: known == nil, isForeign: known != nil) }
        }
        let named = try await backend.pools(named: name)
        let own = named.filter(isOwn)
        guard !own.isEmpty else { return Finding(notes: named.filter { $0.belongs(to: state) }.map(detachment)) }
        guard own.count > 1, let first = own.first?.id else { return Finding(pool: own.first) }
        let others = own.dropFirst().compactMap(\.id).joined(separator: ", ")
        return Finding(
            pool: own.first,
            notes: [
                "The server has \(own.count) user pools \(name) of this environment; the oldest, \(first), is used. "
                    + "Delete the others if they are not needed: \(others)."
            ])
    }

    /// What a person should know of a detached pool of the name, beside which the push makes another one.
    private func detachment(_ pool: UserPoolType) -> String {
        "The server keeps the detached user pool \(name), \(pool.id ?? ""), with its "
            + "\(Tally.text(pool.estimatedNumberOfUsers ?? 0, "user")). The push makes another one without them. To use "
            + "the detached pool: amplify remove auth, then amplify import auth."
    }

    private func isOwn(_ pool: UserPoolType) -> Bool {
        pool.belongs(to: state) && pool.userPoolTags?[WantedState.detachedTag] == nil
    }

    // MARK: - What cannot be changed

    /// The settings of a pool that cannot be changed and that the project wants otherwise.
    func obstacles(_ pool: UserPoolType) -> [Obstacle] {
        let required = (pool.schemaAttributes ?? []).filter { $0.required == true }.compactMap(\.name)
        let lists: [(name: String, wanted: [String], found: [String])] = [
            ("sign-in attributes", usernameAttributes, (pool.usernameAttributes ?? []).map(\.rawValue)),
            ("aliases", aliasAttributes, (pool.aliasAttributes ?? []).map(\.rawValue)),
            ("required attributes", auth.requiredAttributes, required.filter { $0 != "sub" }),
        ]
        var obstacles: [Obstacle] = []
        for (list, wanted, found) in lists where Set(wanted) != Set(found) {
            obstacles.append(immutable(list, present: Self.words(found), wanted: Self.words(wanted)))
        }
        let isCaseSensitive = pool.usernameConfiguration?.caseSensitive ?? true
        if isCaseSensitive != auth.isUsernameCaseSensitive {
            obstacles.append(
                immutable(
                    "rule for upper and lower case of user names",
                    present: isCaseSensitive ? "they differ" : "they are the same",
                    wanted: auth.isUsernameCaseSensitive ? "they differ" : "they are the same"))
        }
        return obstacles
    }

    private func immutable(_ setting: String, present: String, wanted: String) -> Obstacle {
        Obstacle(
            text: "The \(setting) of the user pool \(name) cannot be changed: it has \(present), and the project wants "
                + "\(wanted).",
            cure: "Set the original value again, or make a new resource: amplify remove auth, amplify push, "
                + "amplify add auth.")
    }

    private static func words(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.sorted().joined(separator: ", ")
    }

    /// The settings that contradict each other, whatever the server has.
    var contradictions: [Obstacle] {
        var obstacles = triggersWithoutFunction.map { trigger in
            Obstacle(
                text: "The trigger \(trigger) of the user pool \(name) has no function on the server.",
                cure: "Name its address in amplify/backend/function/\(auth.resourceName + trigger)/endpoint.json, "
                    + "or remove the trigger: amplify update auth.")
        }
        if let domainObstacle { obstacles.append(domainObstacle) }
        if let text = EnvironmentName.poolObstacle(auth.userPoolName ?? auth.resourceName, in: state.environment) {
            obstacles.append(
                Obstacle(
                    text: text,
                    cure: "Make an environment with a shorter name: amplify env add. Or make auth anew with a shorter "
                        + "name: amplify remove auth, amplify add auth."))
        }
        let codes = (auth.passwordless?.factors ?? []).filter { $0 == "EMAIL_OTP" || $0 == "SMS_OTP" }
        if auth.mfaConfiguration == "ON", !codes.isEmpty {
            obstacles.append(
                Obstacle(
                    text: "Codes as the only factor (\(codes.joined(separator: ", "))) contradict MFA that is ON.",
                    cure: "Choose MFA for those who want it, or other ways to sign in: amplify update auth."))
        }
        return obstacles
    }

    /// Why the prefix of the domain cannot be used in the environment; `nil` if it can.
    var domainObstacle: Obstacle? {
        guard let prefix = auth.hostedPages?.domain,
            let text = EnvironmentName.domainObstacle(prefix, in: state.environment)
        else { return nil }
        return Obstacle(text: text, cure: "Choose a shorter prefix: amplify update auth.")
    }
}

extension UserPoolType {
    /// Whether the pool was made by a push of a project to an environment.
    func belongs(to state: WantedState) -> Bool {
        userPoolTags?[WantedState.appTag] == state.appID
            && userPoolTags?[WantedState.environmentTag] == state.environment
    }
}
