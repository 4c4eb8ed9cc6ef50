// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Combine
import Foundation
import Testing

@MainActor private final class Shop: ObservableObject {
    @Published var products: [String] = []
    @Published private(set) var isBusy: Bool
    @Published var name = "Shop" {
        didSet { names.append(name) }
    }
    var names: [String] = []
    private var kept = Set<AnyCancellable>()

    init() {
        isBusy = false
        $isBusy.dropFirst().sink { [weak self] in self?.names.append("busy \($0)") }.store(in: &kept)
    }

    func work() {
        isBusy = true
    }
}

private class Base: ObservableObject {
    @Published var count = 0
}

private final class Derived: Base {
    @Published var other = 0
}

private final class Custom: ObservableObject {
    let objectWillChange = PassthroughSubject<Void, Never>()
    var count = 0 {
        willSet { objectWillChange.send() }
    }
}

private final class Plain: ObservableObject {
    var count = 0 {
        willSet { objectWillChange.send() }
    }
}

@MainActor @Suite struct ObservableObjectTests {
    @Test func aChangeIsAnnouncedBeforeItHappens() {
        let shop = Shop()
        var seen: [[String]] = []
        let cancellable = shop.objectWillChange.sink { seen.append(shop.products) }
        shop.products.append("gems")
        shop.products = ["crown"]
        #expect(seen == [[], ["gems"]])
        #expect(shop.products == ["crown"])
        cancellable.cancel()
        shop.products = []
        #expect(seen.count == 2)
    }

    @Test func aPropertyHandsOutItsValueAndEachNewOne() {
        let shop = Shop()
        var seen: [[String]] = []
        let cancellable = shop.$products.sink { seen.append($0) }
        shop.products = ["gems"]
        #expect(seen == [[], ["gems"]])
        withExtendedLifetime(cancellable) {}
    }

    @Test func observersOfAPropertySeeItSet() {
        let shop = Shop()
        shop.name = "Kiosk"
        shop.work()
        #expect(shop.names == ["Kiosk", "busy true"])
    }

    @Test func aSubclassAnnouncesAllItsProperties() {
        let object = Derived()
        var changes = 0
        let cancellable = object.objectWillChange.sink { changes += 1 }
        object.count = 1
        object.other = 1
        #expect(changes == 2)
        withExtendedLifetime(cancellable) {}
    }

    @Test func anObjectAlwaysHasTheSamePublisher() {
        let one = Plain()
        let other = Plain()
        #expect(one.objectWillChange === one.objectWillChange)
        #expect(one.objectWillChange !== other.objectWillChange)
    }

    @Test func objectsMayAnnounceThemselves() {
        let custom = Custom()
        let plain = Plain()
        var changes = 0
        let cancellables = [
            custom.objectWillChange.sink { changes += 1 }, plain.objectWillChange.sink { changes += 1 },
        ]
        custom.count = 1
        plain.count = 1
        #expect(changes == 2)
        withExtendedLifetime(cancellables) {}
    }

    @Test func whatAnObjectAnnouncesEndsWithIt() {
        weak var gone: Shop?
        weak var publisher: ObservableObjectPublisher?
        for _ in 0..<200 {
            let shop = Shop()
            gone = shop
            publisher = shop.objectWillChange
        }
        #expect(gone == nil)
        // Publishers of objects that are gone are swept away when new objects come.
        let others = (0..<200).map { _ in Plain() }
        for other in others { _ = other.objectWillChange }
        #expect(publisher == nil)
    }

    @Test func aPropertyCanFollowAPublisher() {
        let shop = Shop()
        let subject = PassthroughSubject<[String], Never>()
        subject.assign(to: &shop.$products)
        subject.send(["gems"])
        #expect(shop.products == ["gems"])
    }

    @Test func aPropertyCanBeAssigned() {
        let shop = Shop()
        let object = Derived()
        let subject = CurrentValueSubject<Int, Never>(3)
        let cancellable = subject.assign(to: \.count, on: object)
        #expect(object.count == 3)
        cancellable.cancel()
        subject.send(4)
        #expect(object.count == 3)
        #expect(shop.products.isEmpty)
    }

    @Test func threadsMaySetAPropertyAtTheSameTime() async {
        let published = SharedProperty()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    for step in 0..<100 {
                        published.value = [number, step]
                        await Task.yield()
                    }
                }
            }
        }
        #expect(published.value.last == 99)
    }
}

/// Unchecked: the lock in the published property is what the test is about.
private final class SharedProperty: @unchecked Sendable {
    @Published var value: [Int] = []
}
