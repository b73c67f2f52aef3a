package org.reactivempi.core.request;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Completion;
import org.reactivempi.Request;
import org.reactivempi.RequestList;
import org.reactivempi.Status;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Requests that are waited for again and again: their entries stay at the requests between the waits. */
final class CoreRequestList implements RequestList {

    private final ReadyRequests ready = new ReadyRequests();
    private final AtomicReferenceArray<ListEntry> entries;
    private final AtomicInteger replaced = new AtomicInteger();
    // Where a test of all has found an active one: the next looks there first.
    private volatile int lastActive;

    CoreRequestList(CoreRequest[] requests) {
        ListEntry[] made = new ListEntry[requests.length];
        Arrays.setAll(made, i -> ready.entry(i, requests[i]));
        ReadyRequests.inOrder(Arrays.asList(made), entry -> entry.request.attach(entry));
        entries = new AtomicReferenceArray<>(made);
    }

    @Override
    public int size() {
        return entries.length();
    }

    @Override
    public CoreRequest get(int index) {
        return entries.get(index).request;
    }

    @Override
    public Request set(int index, Request request) {
        Objects.checkIndex(index, size());
        CoreRequest added = CoreRequests.checked(request, index, size());
        ListEntry entry = ready.entry(index, added);
        ListEntry before = entries.getAndSet(index, entry);
        before.retire(ready);
        added.attach(entry);
        dropReplaced();
        return before.request;
    }

    @Override
    public Mono<Completion> waitAny() {
        return WaitMono.of(Mono.fromDirect(ListWait.of(ready, ReadyRequests::take, true)), this::operation);
    }

    @Override
    public Mono<List<Completion>> waitSome() {
        return WaitMono.of(Mono.fromDirect(ListWait.of(ready, ReadyRequests::takeAll, true)), this::operation);
    }

    @Override
    public Mono<List<Status>> waitAll() {
        return WaitMono.of(Mono.defer(() -> new AllWait(requests())), this::operation);
    }

    @Override
    public Flux<Completion> completions() {
        return ListWait.of(ready, ReadyRequests::take, false);
    }

    @Override
    public Optional<Completion> testAny() {
        Completion completion = ready.take();
        if (completion == null && look()) {
            completion = ready.take();
        }
        if (completion != null) {
            return Optional.of(completion);
        }
        return ready.isExhausted() ? Optional.of(RequestOutcome.noCompletion()) : Optional.empty();
    }

    @Override
    public Optional<List<Completion>> testSome() {
        List<Completion> completions = ready.takeAll();
        if (completions == null && look()) {
            completions = ready.takeAll();
        }
        if (completions != null) {
            return Optional.of(completions);
        }
        return ready.isExhausted() ? Optional.empty() : Optional.of(List.of());
    }

    @Override
    public Optional<List<Status>> testAll() {
        return hasActive() && (!look() || hasActive()) ? Optional.empty() : LocalTest.TEST.all(requests());
    }

    /** From where the last active one was found, so that waiting by tests does not look at the same ends each time. */
    private boolean hasActive() {
        int size = size();
        int from = lastActive;
        for (int i = 0; i < size; i++) {
            int index = from + i < size ? from + i : from + i - size;
            if (get(index).outcome() == null) {
                lastActive = index;
                return true;
            }
        }
        return false;
    }

    /** Moves messages; false if there is no operation of this library. */
    private boolean look() {
        PersistentOperation.Source operation = operation();
        if (operation != null) {
            operation.look();
        }
        return operation != null;
    }

    private PersistentOperation.@Nullable Source operation() {
        for (int i = 0; i < size(); i++) {
            PersistentOperation.Source operation = get(i).operation();
            if (operation != null) {
                return operation;
            }
        }
        return null;
    }

    private CoreRequest[] requests() {
        CoreRequest[] requests = new CoreRequest[size()];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = get(i);
        }
        return requests;
    }

    // Entries that were replaced when they had ended wait to be polled. Where nobody polls, they would heap up.
    private void dropReplaced() {
        if (replaced.incrementAndGet() > 2 * size()) {
            replaced.set(0);
            ready.dropRetired();
        }
    }
}
