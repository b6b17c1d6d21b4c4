// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseSites
package import GatehouseUserPoolKernel
import GatehouseWire

/// Makes the routes of pages and endpoints at all domains of user pools.
package struct HostedRoutes: Sendable {
    /// The amount of work for a request, by which it is admitted.
    package enum Work: Sendable {
        /// Reads only.
        case page
        /// Begins what a user wants, such as a sign-in.
        case beginning
        /// Continues what a user has begun, or issues tokens for it.
        case continuing
    }

    /// The time of a sign-in before one was measured, in nanoseconds.
    private static let guess = (computing: 1_000_000, writing: 100_000)

    private let domains: SiteDomains<HostedDomain>
    private let pools: UserPools
    private let admission: Admission
    private let beginning: WorkKind
    private let continuing: WorkKind

    /// Creates the routes for the domains of all pools.
    package init(_ pools: UserPools, admission: Admission) {
        let lookup = DomainLookup(pools)
        self.pools = pools
        self.admission = admission
        continuing = admission.kind(.continuing, guess: Self.guess)
        beginning = admission.kind(.beginning, guess: Self.guess, next: continuing)
        domains = SiteDomains(
            below: HostedDomain.path, find: { place throws(ServiceFault) in try await lookup.domain(at: place) },
            refuse: { audience, fault, label in
                let refusal = OAuthRefusal(fault)
                guard audience == .browser else { return refusal.outcome(of: label) }
                return Outcome(
                    .overloadPage(status: refusal.status, retryAfter: OAuthRefusal.pause), operation: label,
                    fault: fault)
            })
    }

    /// Creates the routes of a page, whose responses only a person's browser may read.
    package func page(
        _ method: RouteMethod, _ path: RoutePath, label: String, work: Work = .page,
        form: FormParameters.Limits = .init(), answer: @escaping @Sendable (HostedRequest) async -> PageReply
    ) -> [Route] {
        domains.routes(method, path, label: label, for: .browser, admission: admission(of: work, label)) {
            [pools] call, domain in
            do throws(WireSyntaxError) {
                return await answer(try HostedRequest(call, at: domain, in: pools, form: form)).outcome(of: label)
            } catch {
                let location = domain.basePath + HostedError.invalidRequest.pathOfPage(clientID: nil)
                var outcome = Outcome(
                    .redirect(to: location, method == .get ? .found : .seeOther), operation: label,
                    code: HostedError.invalidRequest.rawValue)
                outcome.note = error.reason
                return outcome
            }
        }
    }

    /// Creates the routes of an endpoint for programs, whose responses pages of every origin may read.
    package func endpoint(
        _ method: RouteMethod, _ path: RoutePath, label: String, work: Work = .page,
        answer: @escaping @Sendable (HostedRequest) async throws(OAuthRefusal) -> GatewayResponse
    ) -> [Route] {
        domains.routes(method, path, label: label, for: .everyone, admission: admission(of: work, label)) {
            [pools] call, domain in
            do throws(OAuthRefusal) {
                let request = try HostedRequest(reading: call, at: domain, in: pools)
                var outcome = Outcome(try await answer(request), operation: label)
                outcome.caller = request.caller.names
                return outcome
            } catch {
                return error.outcome(of: label)
            }
        }
    }

    /// Creates the routes of a file that never changes under its name.
    package func file(_ path: RoutePath, label: String, type: String, text: String) -> [Route] {
        var response = GatewayResponse.text(text, type: type)
        response.headers += [
            ("Cache-Control", "public, max-age=31536000, immutable"), ("X-Content-Type-Options", "nosniff"),
        ]
        return domains.routes(.get, path, label: label, for: .everyone, isRoutine: true) { [response] _, _ in
            Outcome(response, operation: label)
        }
    }

    private func admission(of work: Work, _ label: String) -> RouteAdmission? {
        let kind: WorkKind
        switch work {
        case .page: return nil
        case .beginning: kind = beginning
        case .continuing: kind = continuing
        }
        let work = RouteWork(name: label, kinds: .alike(kind), form: .json)
        return RouteAdmission(admission, head: { _ in work })
    }
}

extension FormParameters.Limits {
    /// The bounds of a form with a SAML response: 100,000 characters, of which each can be an escape.
    static let document = FormParameters.Limits(bytes: 320_000)
}

extension HostedRequest {
    fileprivate init(reading call: Trip, at domain: HostedDomain, in pools: UserPools) throws(OAuthRefusal) {
        do throws(WireSyntaxError) {
            try self.init(call, at: domain, in: pools)
        } catch {
            throw OAuthRefusal(.invalidRequest, error.reason)
        }
    }
}

extension WireSyntaxError {
    /// The reason for developers.
    fileprivate var reason: String {
        switch self {
        case .repeatedMember: "a parameter is included more than once"
        case .tooLarge: "there are too many parameters"
        default: "the parameters are not application/x-www-form-urlencoded"
        }
    }
}
