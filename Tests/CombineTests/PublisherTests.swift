// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Combine
import Foundation
import Testing

@Suite struct PublisherTests {
    private struct Broken: Error, Equatable {}

    @Test func aSubjectHandsOutWhatComesAfterAttaching() {
        let subject = PassthroughSubject<Int, Never>()
        var seen: [Int] = []
        subject.send(1)
        let cancellable = subject.sink { seen.append($0) }
        subject.send(2)
        cancellable.cancel()
        subject.send(3)
        #expect(seen == [2])
    }

    @Test func lettingGoOfACancellableCancels() {
        let subject = PassthroughSubject<Int, Never>()
        var seen: [Int] = []
        var kept: AnyCancellable? = subject.sink { seen.append($0) }
        subject.send(1)
        withExtendedLifetime(kept) {}
        kept = nil
        subject.send(2)
        #expect(seen == [1])
    }

    @Test func theEndIsToldOnceAndToNewcomers() {
        let subject = PassthroughSubject<Int, Broken>()
        var ends: [Subscribers.Completion<Broken>] = []
        var values: [Int] = []
        let first = subject.sink {
            ends.append($0)
        } receiveValue: {
            values.append($0)
        }
        subject.send(completion: .failure(Broken()))
        subject.send(completion: .finished)
        subject.send(1)
        let second = subject.sink {
            ends.append($0)
        } receiveValue: {
            values.append($0)
        }
        #expect(ends == [.failure(Broken()), .failure(Broken())])
        #expect(values.isEmpty)
        withExtendedLifetime((first, second)) {}
    }

    @Test func aCurrentValueIsKept() {
        let subject = CurrentValueSubject<String?, Never>(nil)
        #expect(subject.value == nil)
        subject.value = "gems"
        var seen: [String?] = []
        let cancellable = subject.sink { seen.append($0) }
        subject.send(nil)
        #expect(seen == ["gems", nil])
        #expect(subject.value == nil)
        withExtendedLifetime(cancellable) {}
    }

    @Test func operatorsTurnValuesOnTheWay() {
        let subject = PassthroughSubject<Int, Never>()
        var seen: [String] = []
        var kept: [AnyCancellable] = []
        subject
            .filter { $0 > 0 }
            .dropFirst()
            .removeDuplicates()
            .compactMap { $0 == 4 ? nil : $0 }
            .map { "\($0)" }
            .eraseToAnyPublisher()
            .sink { seen.append($0) }
            .store(in: &kept)
        for value in [-1, 1, 2, 2, 3, 4, 3] { subject.send(value) }
        #expect(seen == ["2", "3", "3"])
    }

    @Test func operatorsCountForEachReceiver() {
        let subject = PassthroughSubject<Int, Never>()
        let later = subject.dropFirst()
        var seen: [Int] = []
        let first = later.sink { seen.append($0) }
        subject.send(1)
        let second = later.sink { seen.append($0 * 10) }
        subject.send(2)
        #expect(seen == [2])
        withExtendedLifetime((first, second)) {}
    }

    @Test func valuesCanBeReceivedOnAQueue() async {
        let queue = DispatchQueue(label: "receiver")
        let subject = PassthroughSubject<Int, Never>()
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        var kept: AnyCancellable?
        let isOnQueue = await withCheckedContinuation { continuation in
            kept = subject.receive(on: queue).sink { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true)
            }
            subject.send(1)
        }
        #expect(isOnQueue)
        kept?.cancel()
    }

    @Test func valuesCanBeWaitedFor() async {
        let subject = CurrentValueSubject<Int, Never>(1)
        var values = subject.values.makeAsyncIterator()
        subject.send(2)
        subject.send(3)
        subject.send(completion: .finished)
        #expect(await [values.next(), values.next(), values.next(), values.next()] == [1, 2, 3, nil])
    }
}
