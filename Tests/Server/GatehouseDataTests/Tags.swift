// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

extension Tag {
    @Tag static var security: Tag
}
