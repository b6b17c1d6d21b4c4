// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites

/// An outcome, and the audience that may read its response.
struct Reply: Sendable {
    let outcome: Outcome
    let audience: Audience
    /// Whether programs and pages repeat such requests automatically; a developer's log omits them.
    let isRoutine: Bool

    init(_ outcome: Outcome, for audience: Audience, isRoutine: Bool = false) {
        self.outcome = outcome
        self.audience = audience
        self.isRoutine = isRoutine
    }

    /// The outcome of a route.
    init(_ outcome: Outcome, by route: Route) {
        self.init(outcome, for: route.audience, isRoutine: route.isRoutine)
    }

    /// A refusal that no route made, for the audience of its path.
    init(_ refusal: Outcome, at finding: RouteTable.Finding) {
        self.init(refusal, for: finding.audience)
    }
}
