// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AccessManagementShapes
package import CognitoAdminShapes
import Foundation
package import GatehouseClient
package import GatehouseCrypto
import GatehouseWire
package import ProjectShapes

/// The services of the server that an environment lives on.
package struct Backend: Sendable {
    /// The address of the server, as the project has it.
    package let baseURL: String
    /// The region of the environment's ids, and of signatures.
    package let region: String
    /// The records of projects.
    package let projects: any ProjectRecordsService
    /// The records of projects, with time for the copy of a large pool.
    let copies: any ProjectRecordsService
    /// The administration of user pools.
    package private(set) var userPools: any CognitoIdentityProviderAdminService
    /// The administration of identity pools.
    package private(set) var identityPools: any CognitoIdentityAdminService
    /// The roles and providers of IAM.
    package private(set) var roles: any AccessManagementService
    /// The data APIs.
    package let apis: DataAPIControl

    /// The longest time for the sealed copy of a pool.
    private static let longestCopy = Duration.seconds(3_600)

    private let endpoint: Endpoint
    private let transport: any Transport
    /// Calls the JSON services.
    private let services: any OperationCaller
    /// Calls IAM.
    private let accessManagement: any OperationCaller

    /// Makes the clients of a server; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - baseURL: the address of the server; plain HTTP is for this machine only.
    ///   - region: the region of ids and signatures.
    ///   - credentials: what signs the calls.
    ///   - transport: sends the requests.
    ///   - clock: dates signatures, measures deadlines and pauses.
    ///   - entropy: spreads the pauses.
    /// - Throws: `DeploymentFault` if the address cannot be used.
    package init(
        baseURL: String, region: String, credentials: SigningCredentials, transport: any Transport,
        clock: ClientClock = .system, entropy: Entropy = .system
    ) throws(DeploymentFault) {
        let endpoint = try Self.endpoint(baseURL)
        func client(_ policy: RetryPolicy) -> ServiceClient {
            ServiceClient(
                endpoint: endpoint, authorization: .signature(region: region, credentials: credentials),
                transport: transport, policy: policy, clock: clock, entropy: entropy)
        }
        let services = client(RetryPolicy())
        let accessManagement = SecurityTokenClient(
            endpoint: endpoint, region: region, credentials: credentials, transport: transport, clock: clock,
            entropy: entropy)
        let administration = AdministrationClient(services)
        self.baseURL = baseURL
        self.region = region
        self.endpoint = endpoint
        self.transport = transport
        self.services = services
        self.accessManagement = accessManagement
        projects = administration
        copies = AdministrationClient(
            client(RetryPolicy(attemptTimeout: Self.longestCopy, deadline: Self.longestCopy)))
        userPools = administration
        identityPools = administration
        roles = AccessManagementClient(accessManagement)
        apis = DataAPIControl(
            endpoint: endpoint, region: region, credentials: credentials, transport: transport, clock: clock,
            entropy: entropy)
    }

    /// The same server with a memory: each answer about pools and roles is requested once, until a change.
    ///
    /// A plan reads through it. Steps do not: they read the state in which the server is when they run. The records of
    /// projects and the APIs have no memory.
    func remembering() -> Backend {
        let memory = AnswerMemory()
        let administration = AdministrationClient(RememberingCaller(services, memory: memory))
        var backend = self
        backend.userPools = administration
        backend.identityPools = administration
        backend.roles = AccessManagementClient(RememberingCaller(accessManagement, memory: memory))
        return backend
    }

    private static func endpoint(_ baseURL: String) throws(DeploymentFault) -> Endpoint {
        do throws(EndpointError) {
            return try Endpoint(baseURL, key: "The address of the server")
        } catch {
            guard case .insecure = error.problem else { throw DeploymentFault(.unusable, error.text, cure: error.cure) }
            throw DeploymentFault(
                .unusable, error.text, cure: "Use https: secrets of providers would be sent in clear text otherwise.")
        }
    }

    /// Whether the server runs on this machine.
    package var isOnThisMachine: Bool { endpoint.url.isOnThisMachine }

    /// The version of the server, for example `0.1.0`, by its page `/health`.
    ///
    /// - Throws: `DeploymentFault`: `.unreachable` if no Gatehouse answers at the address or it is not ready, `.refused`
    ///   if it is older than its project records.
    package func version() async throws(DeploymentFault) -> String {
        guard let url = URL(string: endpoint.address(of: "/health")) else {
            throw DeploymentFault(
                .unusable, "The address \(baseURL) is not a URL.",
                cure: "Correct BaseURL of the environment in amplify/team-provider-info.json.")
        }
        let request = TransportRequest(
            method: .get, url: url, timeout: .seconds(10), connectTimeout: .seconds(5), responseLimit: 65_536)
        let response: TransportResponse
        do throws(TransportError) {
            response = try await transport.send(request)
        } catch {
            let reason = error.kind == .unreachable ? "." : ": \(error)"
            throw DeploymentFault(
                .unreachable, "The server \(endpoint.address) cannot be reached\(reason)",
                cure: "Check the address, and that the server runs: gatehouse dev starts one on this machine.")
        }
        let answer = try? WireValue(json: response.body)
        guard let status = answer?["status"]?.stringValue else {
            throw DeploymentFault(
                .unreachable, "No Gatehouse answers at \(endpoint.address): its page /health has another form.",
                cure: "Check the address.")
        }
        guard response.status == 200 else {
            let reason = answer?["reason"]?.stringValue.map { " (\(DeploymentFault.readable($0)))" } ?? ""
            throw DeploymentFault(
                .unreachable,
                "The server \(endpoint.address) is not ready: \(DeploymentFault.readable(status))\(reason).",
                cure: "Run the command again later.")
        }
        guard let version = answer?["version"]?.stringValue else {
            throw DeploymentFault(
                .refused, "The server \(endpoint.address) is older than this tool: it does not say its version.",
                cure: "Update the server.")
        }
        return DeploymentFault.readable(version)
    }

    /// The triggers file of a development server on this machine, by its overview; `nil` for any other server.
    func triggersFile() async -> String? {
        guard isOnThisMachine, let url = URL(string: endpoint.address(of: "/")) else { return nil }
        var request = TransportRequest(
            method: .get, url: url, timeout: .seconds(10), connectTimeout: .seconds(5), responseLimit: 4 << 20)
        request.headers = [("Accept", "application/json")]
        guard let response = try? await transport.send(request), response.status == 200,
            let path = (try? WireValue(json: response.body))?["triggersFile"]?.stringValue, path.hasPrefix("/")
        else { return nil }
        return path
    }
}
