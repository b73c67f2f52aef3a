package org.reactivempi.testkit;

import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.reactivempi.core.operation.BufferCheck;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.core.session.DroppedErrors;
import reactor.core.Disposable;
import reactor.core.Disposables;

/**
 * What the checks find while some ranks run. Any thread.
 *
 * <pre>
 *  watch --&gt; found, found ... --endWatch--&gt; failures
 * </pre>
 */
final class Findings implements DroppedErrors.Owner {

    /** How many are watched in this JVM: an error on a thread of nobody is that of the only ones. */
    private static final AtomicInteger WATCHED = new AtomicInteger();

    private final Set<Check> without = EnumSet.noneOf(Check.class);
    private final Queue<Found> found = new ConcurrentLinkedQueue<>();
    private final Disposable.Composite watching = Disposables.composite();
    private final RankThreads threads;
    private volatile List<CoreSession> sessions = List.of();

    /** What a check has found, with the error where there is one. */
    private record Found(Check check, String what, Throwable error) {}

    Findings(RankThreads threads) {
        this.threads = threads;
    }

    /** Looks for these no more, and forgets what was found of them. */
    synchronized void leaveOut(List<Check> checks) {
        without.addAll(checks);
    }

    synchronized boolean looksFor(Check check) {
        return !without.contains(check);
    }

    /** To be attached to the settings of the ranks. */
    BufferCheck buffers() {
        return new BufferCheck(
                TestLine::isOfLibrary, report -> add(Check.CHANGED_BUFFERS, report, new AssertionError(report)));
    }

    void watch(List<CoreSession> started) {
        sessions = started;
        WATCHED.incrementAndGet();
        watching.add(WATCHED::decrementAndGet);
        watching.add(DroppedErrors.listen(this));
        started.forEach(session -> watching.add(session.blocked()
                .subscribe(report -> add(Check.BLOCKED_PROGRESS, report, new AssertionError(report)))));
    }

    /** What comes from now on is no matter of the test. */
    void endWatch() {
        watching.dispose();
    }

    @Override
    public boolean isInside() {
        return threads.isOwn(Thread.currentThread()) || sessions.stream().anyMatch(CoreSession::isInside);
    }

    @Override
    public boolean takesStrays() {
        return WATCHED.get() == 1;
    }

    @Override
    public void told(Throwable error) {
        String place = TestLine.of(error, threads.ofTest());
        add(Check.DROPPED_ERRORS, "an error that nobody has handled: " + error + place, error);
    }

    private void add(Check check, String what, Throwable error) {
        found.add(new Found(check, what, error));
    }

    /** What was found, a text for each. */
    List<String> all() {
        return matching().map(Found::what).distinct().toList();
    }

    /** The errors among that, for their stacks. */
    List<Throwable> errors() {
        return matching().map(Found::error).toList();
    }

    private Stream<Found> matching() {
        return found.stream().filter(each -> looksFor(each.check()));
    }

    /** Messages that nobody has received, a text for each rank that has some. */
    List<String> unreceived(Supplier<List<String>> look) {
        return looksFor(Check.UNRECEIVED_MESSAGES) ? look.get() : List.of();
    }
}
