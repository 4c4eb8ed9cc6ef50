// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// What the App Store decides about retention messages and this store can be told to do otherwise.
package struct RetentionPolicy: Sendable {
    /// How long the developer's server may take to choose a message.
    package var realtimeTimeout: Duration
    /// How performance tests are run; a request may take as long as its threshold says.
    package var performanceTest: PerformanceTestConfig
    /// The most images of an app, and the most messages.
    package var capacity: Int
    /// Whether images and messages wait for a person; otherwise they are approved at once.
    package var reviewsUploads: Bool
    /// Whether images must have the size in pixels that the App Store shows.
    package var checksPixels: Bool
    /// Whether a realtime URL needs a performance test that was passed.
    package var needsPassedTest: Bool

    /// What the App Store does in an environment: only Production reviews, measures and asks for a passed test.
    package init(_ environment: AppStoreEnvironment) {
        let isProduction = environment == .production
        realtimeTimeout = .milliseconds(700)
        performanceTest = PerformanceTestConfig(
            maxConcurrentRequests: 10, totalRequests: 100, totalDuration: 60_000, responseTimeThreshold: 700,
            successRateThreshold: 95)
        capacity = 2000
        reviewsUploads = isProduction
        checksPixels = isProduction
        needsPassedTest = isProduction
    }
}
