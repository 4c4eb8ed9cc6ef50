// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OSLog
import Synchronization
import Testing

@testable import os

@Suite struct LoggerTests {
    /// What is written while something runs.
    private func lines(_ work: () -> Void) -> [String] {
        let lines = Lines()
        OSLog.$output.withValue({ line in lines.all.withLock { $0.append(line) } }, operation: work)
        return lines.all.withLock { $0 }
    }

    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    private let logger = Logger(subsystem: "shop", category: "store")

    @Test func aLineNamesLevelAndPart() {
        let written = lines {
            logger.log("a")
            logger.log(level: .fault, "b")
            logger.trace("c")
            logger.debug("d")
            logger.info("e")
            logger.notice("f")
            logger.warning("g")
            logger.error("h")
            logger.critical("i")
            logger.fault("j")
            Logger().info("k")
        }
        #expect(
            written == [
                "[default] shop:store a\n", "[fault] shop:store b\n", "[debug] shop:store c\n",
                "[debug] shop:store d\n", "[info] shop:store e\n", "[default] shop:store f\n",
                "[error] shop:store g\n", "[error] shop:store h\n", "[fault] shop:store i\n",
                "[fault] shop:store j\n", "[info] k\n",
            ])
    }

    @Test func privateValuesAreHidden() {
        let written = lines {
            let token = "secret"
            logger.info("\(token) \(3, privacy: .public) \(token, privacy: .private) \(token, privacy: .sensitive)")
            logger.info("\(token, privacy: .private(mask: .hash)) \(nil as Int?) \(token, privacy: .auto)")
        }
        #expect(
            written == [
                "[info] shop:store secret 3 <private> <private>\n", "[info] shop:store <private> nil secret\n",
            ])
    }

    @Test func aDisabledLogWritesNothing() {
        #expect(lines { Logger(.disabled).fault("x") }.isEmpty)
        #expect(!OSLog.disabled.isEnabled(type: .fault))
    }

    @Test func theOlderFunctionsWriteToo() {
        let log = OSLog(subsystem: "shop", category: "old")
        let written = lines {
            os_log("plain")
            os_log("%{public}@ of %d, 100 %%", log: log, type: .error, "gems", 3)
            os_log("%{private}s %.2f %lld", log: log, "secret", 1.5, 7, 8)
            os_log("%@ %@", log: log, "one")
            os_log(.info, log: log, "\("gems", privacy: .public)")
        }
        #expect(
            written == [
                "[default] plain\n", "[error] shop:old gems of 3, 100 %\n", "[default] shop:old <private> 1.5 7\n",
                "[default] shop:old one <missing>\n", "[info] shop:old gems\n",
            ])
    }
}
