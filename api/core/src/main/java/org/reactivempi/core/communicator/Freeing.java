package org.reactivempi.core.communicator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.reactivempi.AttributeMap;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.RevokedException;
import org.reactivempi.core.ask.Asks;
import org.reactivempi.core.collective.Collective;
import org.reactivempi.core.collective.CollectiveContext;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import org.reactivempi.transport.engine.port.Operations;
import reactor.core.publisher.Mono;

/**
 * How a communicator ends, so that its number can be used again and no message of it ever meets a receive of the next one:
 *
 * <pre>
 *  no new operations  --&gt;  all messages have arrived, on all ranks  --&gt;  drop the ones that nobody has received
 *                     --&gt;  nothing runs any more, on all ranks      --&gt;  all ranks forget it, rank 0 last
 *                     --&gt;  its number is free again at rank 0
 * </pre>
 * A rank that still knew it would take the revocation of the next communicator with its number for that of this one. If
 * something still runs on some rank, or it is revoked, or a rank is lost, the number is not used again: messages may still come, or
 * somebody may ask for what was decided.
 */
final class Freeing implements SessionScope.Part {

    private static final int[] YES = {1};
    private static final int[] NO = {0};

    private static final Set<Purpose> STREAMS = EnumSet.of(Purpose.STREAM_ANNOUNCEMENTS, Purpose.STREAM_ELEMENTS);
    private static final Set<Purpose> ASKING = EnumSet.of(Purpose.QUESTIONS, Purpose.ANSWERS);

    /** All but collective operations, of which one frees it. */
    private static final Set<Purpose> OTHERS = EnumSet.complementOf(EnumSet.of(Purpose.COLLECTIVE));

    /** What is dropped also while streams run: messages of programs, and of ranks that make other communicators meanwhile. */
    private static final Set<Purpose> DROPPED = EnumSet.of(
            Purpose.MESSAGES, Purpose.QUESTIONS, Purpose.CREATION, Purpose.LEADERS, Purpose.PARTITIONED, Purpose.PARTS);

    private final CommunicatorContext freed;
    private final CollectiveContext collectives;
    private final Asks asks;
    private final AttributeMap attributes;

    Freeing(CommunicatorContext freed, CollectiveContext collectives, Asks asks, AttributeMap attributes) {
        this.freed = freed;
        this.collectives = collectives;
        this.asks = asks;
        this.attributes = attributes;
    }

    /**
     * It is freed as soon as the first subscriber asks for it, on that thread, which deletes its attributes first: where that throws, nothing
     * else is done. All else follows.
     */
    Mono<Void> free() {
        Mono<Void> end = ended();
        return OperationMono.of(
                freed.engine(), freed.arguments(), "free(" + freed.state().inWords() + ")", Mono.defer(() -> {
                    check();
                    return Enclosed.of(end, () -> {
                        attributes.end();
                        freed.arguments().free();
                    });
                }));
    }

    /** The same, when all that runs here has ended; handlers of questions end when those are answered that they have taken. */
    Mono<Void> disconnect() {
        Mono<Void> end = whenIdle(ended());
        return OperationMono.of(
                freed.engine(), freed.arguments(), "disconnect(" + freed.state().inWords() + ")", Mono.defer(() -> {
                    check();
                    return Enclosed.of(end, () -> {
                        attributes.end();
                        freed.arguments().free();
                    });
                }));
    }

    /** It goes on where nobody waits for it any more: all other ranks do. */
    private Mono<Void> whenIdle(Mono<Void> end) {
        return new LocalMono<>(freed.engine(), () -> "end of what runs", () -> new LocalMono.Work<Void>() {
            @Override
            public void start(Owner<Void> owner) {
                asks.endHandlers();
                messages().untilOver(() -> {
                    boolean idle = isIdle();
                    if (idle) {
                        end.subscribe(none -> {}, owner::fail, () -> owner.complete(null));
                    }
                    return idle;
                });
            }

            @Override
            public boolean concernsOthers() {
                return true;
            }
        });
    }

    private Mono<Void> ended() {
        return collectives.operation("free", () -> {}, this::end).doOnError(never -> leaveSession());
    }

    /** Its session, if that was opened, has to end it. */
    void joinSession() {
        SessionScope scope = freed.session().scope();
        if (scope != null) {
            scope.add(this);
        }
    }

    private void leaveSession() {
        SessionScope scope = freed.session().scope();
        if (scope != null) {
            scope.remove(this);
        }
    }

    /** Nobody uses it, and not all of its ranks will take part in its end: it goes here, and its number is not used again. */
    void abandon() {
        freed.arguments().close();
        freed.state().free();
        leaveSession();
    }

    /** Handlers of questions would wait for ever: they end when those are answered that they have taken. */
    @Override
    public void refuse() {
        freed.arguments().close();
        asks.endHandlers();
    }

    @Override
    public boolean isFreedByUser() {
        return freed.arguments().isFreed();
    }

    @Override
    public boolean isIdle() {
        return collectives.isIdle() && !asks.areHandled() && !runs(OTHERS);
    }

    private boolean runs(Set<Purpose> purposes) {
        return messages().runs(contexts(purposes));
    }

    private int[] contexts(Set<Purpose> purposes) {
        return purposes.stream().mapToInt(freed::context).toArray();
    }

    /** Its users' code that deletes attributes runs where it may take its time. */
    @Override
    public Mono<Void> end() {
        List<Throwable> thrown = new ArrayList<>();
        return Mono.<Void>fromRunnable(() -> attributes.discarded(thrown::add))
                .subscribeOn(freed.engine().platform().worker())
                .publishOn(freed.engine().scheduler())
                .then(ended())
                .then(Mono.defer(() -> thrown.isEmpty() ? Mono.empty() : Mono.error(thrown.get(0))));
    }

    private void check() {
        if (freed.isWorld()) {
            throw new MpiException(ErrorClass.COMM, "the world cannot be freed");
        }
        freed.arguments().exists();
    }

    /** One that is revoked has no further use for its other ranks. */
    private Mono<Void> end(Collective operation) {
        freed.state().free();
        freed.endHints();
        Mono<Boolean> quiet = freed.state().isRevoked()
                ? Mono.just(false)
                : together(operation).onErrorResume(RevokedException.class, revoked -> Mono.just(false));
        Mono<Void> end = freed.members().areOfOneJob()
                ? quiet.flatMap(isQuiet -> isQuiet ? operation.inTurn(this::forget) : Mono.empty())
                : new Parting(freed, this::isQuietAlone).part(quiet);
        return end.doOnSuccess(done -> endAsking()).doFinally(done -> leaveSession());
    }

    /** Where not all ranks take part in the end: messages of what has failed may still come. */
    private boolean isQuietAlone() {
        dropMessages();
        return collectives.isAlone() && isFreeOfOthers();
    }

    /** Also where the number is not used again. */
    private void endAsking() {
        if (!asks.areHandled() && !runs(ASKING)) {
            asks.stopListening();
        }
    }

    /** Whether nothing runs on any rank any more. */
    private Mono<Boolean> together(Collective operation) {
        return operation
                .flushed(operation.allGather(YES))
                .doOnNext(all -> dropMessages())
                .then(Mono.defer(() -> operation.allGather(isQuiet() ? YES : NO)))
                .map(Freeing::all);
    }

    private void dropMessages() {
        asks.close();
        forget(DROPPED);
        if (!runs(STREAMS)) {
            forget(STREAMS);
        }
    }

    private void forget(Set<Purpose> purposes) {
        messages().forget(contexts(purposes));
    }

    /**
     * When all ranks have decided all that they agree on, no ballot is on its way: each was waited for on the way to a decision. Of operations
     * that have failed nothing is on its way either, where there is nobody else.
     */
    private boolean isQuiet() {
        boolean isLast = freed.members().size() == 1 ? collectives.isAlone() : collectives.isLastOfAll();
        return isLast && isFreeOfOthers();
    }

    private boolean isFreeOfOthers() {
        return !freed.state().isAgreeing() && !asks.areHandled() && !runs(OTHERS);
    }

    private Operations messages() {
        return freed.engine().messages();
    }

    private static boolean all(int[] quiet) {
        return Arrays.stream(quiet).allMatch(answer -> answer == YES[0]);
    }

    private void forget() {
        freed.engine().remove(freed.state());
        if (freed.members().rank() == 0) {
            freed.session().numbers().giveBack(freed.number());
        }
    }
}
