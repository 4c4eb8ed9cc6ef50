// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
// Only this: much code imports the submodule of Apple's `os`.
import os.log

@Suite struct SubmoduleTests {
    @Test func theSubmoduleBringsTheModule() {
        #expect(OSLog(subsystem: "shop", category: "store").isEnabled(type: .info))
        #expect(OSLogType.error.rawValue == 16)
    }
}
