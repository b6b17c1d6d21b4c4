// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseProject

/// What a project differs in from its last push, by its folder alone.
extension PushRun {
    /// The plan without a server: rows alone, compared with `amplify/#current-cloud-backend`.
    ///
    /// - Parameter project: the project.
    /// - Returns: the plan, which cannot be applied.
    /// - Throws: `DeploymentFault` if a file cannot be used.
    package static func planAgainstLastPush(_ project: Project) throws(DeploymentFault) -> Plan {
        let rows = try checked { () throws(ProjectFault) in try Self.rows(of: project) }
        return Plan(
            rows: rows, steps: [], losses: [], obstacles: [],
            notes: ["The server was not asked: the table compares with the last push from this folder."])
    }

    /// The addresses by the ids of the last push.
    package static func addressesOfLastPush(_ project: Project) -> Addresses {
        guard let name = project.local?.environment, let place = project.environment?.gatehouse,
            let meta = lastMeta(project, name, place)
        else {
            return Addresses(domain: nil, signInPage: nil, graphQL: nil, apiKey: nil, apiKeyExpires: nil)
        }
        let wanted = WantedState(
            appID: place.appID, projectName: project.config.projectName, environment: name, region: place.region,
            auth: project.auth?.settings, imported: nil, credentials: ProviderCredentials(),
            api: project.api?.settings, schema: project.api?.schema, frontend: project.config.frontend,
            authRoleName: place.authRoleName ?? "", unauthRoleName: place.unauthRoleName ?? "", triggerARNs: [:],
            removed: [], deletesUsers: false)
        return Addresses(DeployedState(wanted: wanted, ids: KnownIDs(meta)), baseURL: place.baseURL)
    }

    /// The resources with the ids of an environment; `nil` before its first push, and for a file that is not usable, which
    /// the plan names.
    private static func lastMeta(
        _ project: Project, _ environment: String, _ place: TeamProviderInfo.Gatehouse
    ) -> BackendConfig? {
        do throws(DeploymentFault) {
            return try FolderKeeper(folder: project.folder, environment: environment, place: place).knownMeta()
        } catch {
            return nil
        }
    }

    private static func rows(of project: Project) throws(ProjectFault) -> [PlanRow] {
        let folder = project.folder
        let copy = try formerResources(project)
        let (present, former) = (resources(project.backend), resources(copy))
        var rows: [PlanRow] = []
        for resource in present {
            let name = ResourceName(category: resource.category, name: resource.name)
            guard former.contains(where: { $0.category == resource.category && $0.name == resource.name }) else {
                rows.append(PlanRow(resource: name, operation: resource.isImported ? .importing : .create))
                continue
            }
            let isSame = try isUnchanged(resource, folder)
            rows.append(PlanRow(resource: name, operation: isSame ? .noChange : .update))
        }
        for resource in former {
            guard !present.contains(where: { $0.category == resource.category && $0.name == resource.name }) else {
                continue
            }
            rows.append(
                PlanRow(
                    resource: ResourceName(category: resource.category, name: resource.name),
                    operation: resource.isImported ? .unlink : .delete))
        }
        return rows.enumerated().sorted {
            (order($0.element.operation), $0.offset) < (order($1.element.operation), $1.offset)
        }.map(\.element)
    }

    private static func order(_ operation: Operation) -> Int {
        switch operation {
        case .create: 0
        case .update: 1
        case .importing, .unlink: 2
        case .delete: 3
        case .noChange: 4
        }
    }

    /// The resources that have a row of their own.
    private static func resources(_ backend: BackendConfig?) -> [BackendConfig.Resource] {
        [backend?.auth, backend?.api].compactMap(\.self)
    }

    /// The resources of the copy; `nil` if it is of another environment.
    private static func formerResources(_ project: Project) throws(ProjectFault) -> BackendConfig? {
        let folder = project.folder
        let path = "\(ProjectPaths.pushed)/backend-config.json"
        guard let name = project.local?.environment, let place = project.environment?.gatehouse,
            let meta = try folder.document("\(ProjectPaths.pushed)/amplify-meta.json"),
            MetaFile.belongs(meta, to: name, of: place.appID), let document = try folder.document(path)
        else { return nil }
        do throws(JSONFlaw) {
            return try BackendConfig(document)
        } catch {
            throw ProjectFault(path, error, cure: "Run amplify pull.")
        }
    }

    /// Whether the files of a resource, and of the groups and functions that belong to auth, are as they were pushed.
    private static func isUnchanged(
        _ resource: BackendConfig.Resource, _ folder: ProjectFolder
    ) throws(ProjectFault) -> Bool {
        var places = ["\(resource.category)/\(resource.name)"]
        if resource.category == "auth" { places += ["auth/userPoolGroups", "function"] }
        for place in places {
            let present = try contents("amplify/backend/\(place)", folder)
            let former = try contents("\(ProjectPaths.pushed)/\(place)", folder)
            if present != former { return false }
        }
        return true
    }

    /// The contents of the files below a folder by their paths in it.
    private static func contents(
        _ path: String, _ folder: ProjectFolder
    ) throws(ProjectFault) -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        let entries = try folder.files(
            below: path, limit: PushedFolder.mostFiles, leavingOut: { PushedFolder.isLeftOut($0) })
        for entry in entries {
            contents[String(entry.path.dropFirst(path.count))] = try folder.bytes(entry.path) ?? []
        }
        return contents
    }
}
