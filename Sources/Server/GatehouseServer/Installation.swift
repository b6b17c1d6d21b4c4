// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCallers
package import GatehouseCore
package import GatehouseCrypto
package import GatehouseData
import GatehouseDataModel
package import GatehouseDataSite
import GatehouseDataStores
import GatehouseDevelopmentPages
package import GatehouseFederation
package import GatehouseGateway
package import GatehouseIdentityPools
import GatehouseLibCrypto
import GatehouseMeasurements
import GatehouseOAuth
package import GatehouseOutbound
import GatehousePasswordHashing
package import GatehouseProjects
package import GatehouseSecurityTokens
package import GatehouseServerCrypto
import GatehouseServices
import GatehouseSites
package import GatehouseStorage
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import Logging
package import Metrics

/// All domains and the gateway, connected to a migrated database.
package struct Installation: Sendable {
    package let userPools: UserPools
    package let identityPools: IdentityPools
    package let securityTokens: SecurityTokens
    package internal(set) var gateway: Gateway
    package let outbox: Outbox?
    /// Whether the port of the services has `/metrics`.
    package let showsMetrics: Bool
    /// The service that sends queued messages, if any carrier is configured; the caller must run it.
    package let messageDispatcher: MessageDispatcher?
    package let deployment: Deployment
    /// The data APIs and their keys.
    package let dataAPIs: SQLDataAPIStore
    /// The records of all data APIs.
    package let records: SQLRecordStore
    /// The functions of data APIs; the caller must run their events.
    package let dataFunctions: DataFunctions
    /// The data APIs in force.
    let servedAPIs: StoredDataAPIs
    /// The administration of data APIs.
    package let dataAdministration: DataAPIAdministration
    /// What the amplify tool has pushed.
    package let projects: ProjectRecordKeeping
    /// The sealed copies of user pools.
    package let poolArchiver: PoolArchiver

    /// Creates the domains and the gateway; it does not read or write the database.
    ///
    /// `fetch` asks identity providers about tokens, the social ones at `socialEndpoints`; by default it queries none.
    /// `carriers` send messages, by medium. `outbox` stores messages of other media for `/dev/outbox`; without it they
    /// cannot be sent. `triggers` calls the functions of pools. `showMetrics` returns the text of `/metrics`, if there
    /// is such a page. `keys` supplies the keys that services sign with; those that sign the tokens of new pools come from
    /// `tokenKeys`, if it is not `nil`. `requireReady` throws an error if the server is not ready; it must not wait.
    /// `admission` refuses requests that would wait too long. `events` is the hub of data APIs, and `schemas` compiles
    /// their schemas. `unusedGuestLifetime` is the time in seconds after which guests that were never used may be
    /// deleted. `acceptsUserClaims` is whether role rules and principal tags may use claims that users can set; each one
    /// is then logged. `pause` is how the message dispatcher waits. `functionNames` knows the functions of data APIs for a
    /// process without `triggers`.
    /// `poolArchives` is the folder for copies of user pools; without it, none can be made.
    package init(
        database: some SQLDatabase, sealer: Sealer, deployment: Deployment, settings: GatewaySettings,
        administrators: [any AccessKeyResolver], fetch: any OutboundFetch = NoOutboundFetch(),
        socialEndpoints: SocialEndpoints = SocialEndpoints(), outbox: Outbox?,
        carriers: [Message.Medium: any Carrier] = [:],
        triggers: (any TriggerCaller)? = nil, functionNames: (any TriggerCaller)? = nil, clock: WallClock,
        entropy: Entropy, compute: ComputePool, hashing: ComputePool, logger: Logger, metrics: any MetricsFactory,
        showMetrics: (@Sendable () -> String)? = nil, requireReady: @escaping @Sendable () throws -> Void = {},
        keys: any SigningKeySource = NewSigningKeys(), tokenKeys: (any SigningKeySource)? = nil,
        admission: Admission? = nil, events: DataEvents = DataEvents(), schemas: StoredSchemas = .compiler,
        endingSessionsAt sessionEnding: SessionEnding = .reset,
        unusedGuestLifetime guestLifetime: TimeInterval? = nil, acceptsUserClaims: Bool = false,
        poolArchives: PoolArchiveFolder? = nil,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        let database = MeasuredDatabase(database, metrics)
        let store = SQLUserPoolStore(database)
        poolArchiver = PoolArchiver(
            PoolArchiveParts(database: database, sealer: sealer, folder: poolArchives, clock: clock))
        dataAPIs = SQLDataAPIStore(database, sealer: sealer)
        records = SQLRecordStore(database)
        let triggers = triggers.map { MeasuredTriggers($0, metrics) }
        if !carriers.isEmpty || triggers != nil {
            messageDispatcher = MessageDispatcher(
                queue: SQLMessageQueue(database),
                carriers: carriers.mapValues { MeasuredCarrier(base: $0, metrics: metrics) },
                senders: triggers.map { MeasuredCarrier(base: SenderCarrier($0), metrics: metrics) },
                sealer: sealer, clock: clock, entropy: entropy, logger: logger, pause: pause)
        } else {
            messageDispatcher = nil
        }
        userPools = UserPools(
            store: store, sealer: sealer, clock: clock, entropy: entropy,
            courier: MeasuredCourier(
                base: Self.courier(messageDispatcher, carriers: carriers, outbox: outbox), metrics: metrics),
            compute: compute,
            arithmetic: ServerArithmetic.fastest, signer: LibCryptoRSASigner(),
            hasher: MeasuredPasswordHasher(SystemPasswordHasher(), logger: logger, metrics: metrics),
            hashing: hashing, deployment: deployment,
            rates: settings.rates?.accountRates(clock: clock) ?? .unlimited, triggers: triggers ?? NoTriggers(),
            fetch: fetch, keys: keys, tokenKeys: tokenKeys, endingSessionsAt: sessionEnding
        )
        let federation = Federation(
            fetch: fetch, endpoints: socialEndpoints, clock: clock, entropy: entropy,
            report: ProviderFailureLog(logger).log)
        let identityPoolStore = SQLIdentityPoolStore(database)
        let identityTokens = IdentityTokens(
            store: identityPoolStore, sealer: sealer, keys: keys, compute: compute, clock: clock,
            deployment: deployment)
        securityTokens = SecurityTokens(
            access: SQLAccessStore(database), sealer: sealer, clock: clock, entropy: entropy,
            loginVerifiers: [userPools.loginVerifier], federation: federation, issuers: [identityTokens],
            deployment: deployment)
        var guests = GuestRules(unusedLifetime: guestLifetime)
        if let rates = settings.rates { guests.admits = rates.guestLimit(clock: clock) }
        identityPools = IdentityPools(
            store: identityPoolStore, tokens: identityTokens, securityTokens: securityTokens, sealer: sealer,
            clock: clock, entropy: entropy, loginVerifiers: [userPools.loginVerifier], federation: federation,
            deployment: deployment, guests: guests, writtenClaims: userPools.writtenClaims,
            userClaims: acceptsUserClaims ? .reported { Self.warn(of: $0, logger) } : .refused
        )
        let admission = admission ?? Admission(computingThreads: compute.count)
        let callers = CallerAuthentication(
            administrators: administrators, securityTokens: securityTokens, deployment: deployment,
            policy: settings.signaturePolicy, allowedSkew: settings.allowedClockSkew, clock: clock)
        projects = ProjectRecordKeeping(
            store: SQLProjectStore(database), clock: clock, entropy: entropy,
            nameOfCaller: { [authority = securityTokens.authority] in Self.name(of: $0, authority) },
            archive: { [poolArchiver] in await poolArchiver.archive($0, inRegion: $1) })
        let services = Site.services(
            userPools: userPools, identityPools: identityPools, securityTokens: securityTokens, projects: projects,
            callers: callers, deployment: deployment, explainsRegions: settings.explainsRegions, admission: admission)
        let functions: any TriggerCaller = triggers ?? NoTriggers()
        dataFunctions = DataFunctions(
            functionNames ?? functions, region: deployment.defaultRegion, account: deployment.accountID)
        let failures = EventFailureLog(logger)
        let forwardClock = userPools.forwardClock
        servedAPIs = StoredDataAPIs(
            dataAPIs, clock: clock, interval: events.sharesDatabase ? 0 : StoredDataAPIs.interval, schemas: schemas,
            report: { api, problem in SchemaErrorLog(logger).log(problem, of: api) },
            noteRemoval: { id in events.end(api: id) }
        ) { [records, dataFunctions] api, compiled in
            DataService(
                id: api.id, revision: api.revision, api: compiled, store: records, events: events, sealer: sealer,
                clock: clock, forwardClock: forwardClock, entropy: entropy, limits: DataLimits(api.bounds),
                functions: dataFunctions, hidesForeignRecords: api.hidesForeignRecords,
                report: { failures.log($0, ofAPI: api.id) })
        }
        let dataSite = Site.data(
            servedAPIs,
            callers: DataCallers(
                signers: callers, tokens: userPools.bearerVerifier, issuers: federation.idTokens,
                authority: securityTokens.authority, functions: triggers ?? NoTriggers(), keys: dataAPIs,
                deployment: deployment, clock: clock, entropy: entropy),
            deployment: deployment, clock: clock, admission: admission, pause: pause,
            report: DataSeries(metrics).record)
        dataAdministration = DataAPIAdministration(
            servedAPIs, store: dataAPIs, records: records, events: events, functions: dataFunctions, clock: clock,
            forwardClock: forwardClock, entropy: entropy, pause: pause,
            reportFailure: { fault, id in SchemaCreationLog(logger).log(fault, ofAPI: id) })
        let dataControl = Site.dataControl(
            dataAdministration, callers: callers, authority: securityTokens.authority, deployment: deployment,
            admission: admission)
        let signingKeys = Site.signingKeys(
            securityTokens, callers: callers, deployment: deployment, admission: admission)
        var sites = [
            services, dataControl, dataSite, .wellKnown(userPools, identityPools), .pageImages(userPools), signingKeys,
            .imports(userPools), .icon(),
            .hosted(
                userPools,
                providers: ProviderSignIns(
                    fetch: fetch, idTokens: federation.idTokens, clock: clock, report: ProviderFailureLog(logger).log),
                admission: admission), .health(requireReady, warning: { events.warning }),
        ]
        if let showMetrics { sites.append(.metrics(needsKey: settings.developerKey != nil, showMetrics)) }
        if let outbox { sites.append(.outbox { recipient in outbox.messages(to: recipient) }) }
        if deployment.defaultRelyingPartyID != nil { sites.append(.passkeys(baseURL: deployment.baseURL)) }
        gateway = Gateway(
            sites: sites, deployment: deployment, settings: settings, clock: clock, entropy: entropy, logger: logger,
            metrics: metrics
        )
        showsMetrics = showMetrics != nil
        self.outbox = outbox
        self.deployment = deployment
    }

    /// Removes what has expired at a time: rows of sign-ins, guests that were never used, and
    /// tombstones and former versions of records.
    /// - Throws: the error of the store.
    package func removeExpired(at time: Date) async throws {
        try await userPools.purgeExpired(at: time)
        try await identityPools.purgeUnusedGuests(at: time)
        try await records.removeExpired(at: time)
    }

    /// The name of a caller in project records: an administrator's access key, which may be any text where signatures are not
    /// verified, or an ARN.
    private static func name(of principal: Principal, _ authority: AccessAuthority) -> String {
        let name =
            if case .administrator(let accessKeyID) = principal { accessKeyID } else { authority.arn(of: principal) }
        return name.printable(limit: 256)
    }

    private static func warn(of claim: UserClaim, _ logger: Logger) {
        logger.warning(
            "Users can choose their role or tag by a claim that they can set: gatehouse serve refuses the rule or the map",
            metadata: [
                "identity_pool": "\(claim.identityPoolID)", "provider": "\(claim.provider)",
                "claim": "\(claim.claim)",
            ])
    }

    private static func courier(
        _ messageDispatcher: MessageDispatcher?, carriers: [Message.Medium: any Carrier], outbox: Outbox?
    ) -> any Courier {
        let other: any Courier = outbox ?? UndeliverableCourier(isSilent: messageDispatcher != nil)
        guard let messageDispatcher else { return other }
        return RoutedCourier(
            email: carriers[.email] == nil ? other : messageDispatcher,
            sms: carriers[.sms] == nil ? other : messageDispatcher,
            functions: messageDispatcher)
    }
}
