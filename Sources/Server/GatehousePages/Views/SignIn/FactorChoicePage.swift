// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The choice of a factor: the first one, the second one, or the one to set up.
package struct FactorChoicePage: Page {
    /// The use of the selected factor.
    package enum Purpose: Sendable, CaseIterable {
        /// The first factor of a sign-in.
        case first
        /// The second factor of a sign-in.
        case second
        /// The second factor that the user sets up during a sign-in.
        case setUp
    }

    /// The use of the selected factor.
    package var purpose: Purpose
    /// The factors in their order.
    package var factors: [PageFactor]

    /// Creates the page.
    package init(_ purpose: Purpose, _ factors: [PageFactor]) {
        self.purpose = purpose
        self.factors = factors
    }

    package static let template = PageTemplate { texts in
        PageSource(
            title: "{{heading}}",
            body: """
                {{#explanation}}\(Markup.text("{{explanation}}"))
                {{/explanation}}\(Markup.form("""
                    {{#factors}}<button class="choice" type="submit" name="\(PageField.factor)" value="{{factor}}">\
                    {{title}}</button>
                    {{/factors}}
                    """))
                \(Markup.link(texts.signIn.anotherAccount, to: "login"))
                """)
    }

    package func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        let (heading, explanation): (String, String?) =
            switch purpose {
            case .first: (texts.steps.firstHeading, nil)
            case .second: (texts.steps.secondHeading, texts.steps.secondText)
            case .setUp: (texts.steps.setUpHeading, texts.steps.setUpText)
            }
        let items: [PageValues] = factors.map {
            ["factor": .text($0.rawValue), "title": .text($0.title(in: texts))]
        }
        return [
            "action": .text(context.address(of: .step)), "login": .text(context.address(of: .login)),
            "heading": .text(heading), "explanation": .optional(explanation), "factors": .list(items),
        ]
    }
}
