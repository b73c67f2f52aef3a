package org.reactivempi.core.communicator;

import java.util.BitSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Communicator;
import org.reactivempi.Group;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.core.operation.Failures;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivempi.transport.engine.failure.Proposal;
import org.reactivempi.transport.engine.link.PeerLostException;
import reactor.core.publisher.Mono;

/** What a communicator's users can do about failed ranks. Everything here works on a revoked communicator. */
final class Mitigation {

    private final Engine engine;
    private final Members members;
    private final Arguments arguments;
    private final CommunicatorState state;
    private final ContextNumbers numbers;
    private final Lineage lineage;
    private final Children.Factory factory;

    /** For a communicator with these parts. */
    Mitigation(
            Engine engine,
            Members members,
            Arguments arguments,
            CommunicatorState state,
            ContextNumbers numbers,
            Lineage lineage,
            Children.Factory factory) {
        this.engine = engine;
        this.members = members;
        this.arguments = arguments;
        this.state = state;
        this.numbers = numbers;
        this.lineage = lineage;
        this.factory = factory;
    }

    Mono<Group> failed() {
        return local(() -> some(state.failed()));
    }

    Mono<Group> acknowledge() {
        return local(() -> some(state.acknowledge()));
    }

    private Group some(BitSet ranks) {
        noteKnown(ranks);
        return members.group().incl(ranks.stream().toArray());
    }

    /** What these ranks have not got the program knows, or can guess. */
    private void noteKnown(BitSet failed) {
        failed.stream().forEach(rank -> engine.noteKnown(members.worldRank(rank)));
    }

    Mono<Void> revoke() {
        return local(() -> {
            state.revoke();
            return null;
        });
    }

    /** Something that is done at once. */
    private <T> Mono<T> local(Supplier<@Nullable T> action) {
        return new LocalMono<>(engine, () -> {
            arguments.exists();
            return owner -> owner.complete(action.get());
        });
    }

    Mono<Integer> agree(int flag) {
        return agreement("agree", told -> state.agree(flag, told), this::value);
    }

    private int value(Proposal decision) {
        int[] unacknowledged = decision.unacknowledged();
        if (unacknowledged.length > 0) {
            throw lost(unacknowledged[0]).afterAgreeingOn(decision.flag());
        }
        return decision.flag();
    }

    Mono<Communicator> shrink() {
        return agreement("shrink", this::offer, this::rest);
    }

    /** Rank 0 of the new communicator gives it one of its numbers; nobody knows yet who that is. */
    private void offer(Consumer<Proposal> told) {
        int offered = numbers.take();
        state.shrink(offered, decision -> {
            if (decision.offer() != offered) {
                numbers.giveBack(offered);
            }
            told.accept(decision);
        });
    }

    private Communicator rest(Proposal decision) {
        if (decision.failed().get(members.rank())) {
            throw lost(members.rank());
        }
        noteKnown(decision.failed());
        int[] left = IntStream.range(0, members.size())
                .filter(rank -> !decision.failed().get(rank))
                .toArray();
        Members part = members.part(left);
        if (decision.offer() == ContextNumbers.NONE) {
            throw numbers.noneLeft(part.worldRank(0));
        }
        return factory.create(new Contexts(decision.offer()), part, lineage.next("shrink", ""));
    }

    private ProcessFailedException lost(int rank) {
        PeerLostException loss = state.loss(rank);
        if (loss == null) {
            throw new IllegalStateException("rank " + rank + " lives, though all have agreed that it has failed");
        }
        return Failures.lost(loss, members);
    }

    private <T> Mono<T> agreement(String name, Consumer<Consumer<Proposal>> begin, Function<Proposal, T> result) {
        return new LocalMono<>(engine, () -> {
            arguments.exists();
            return new Agreeing<>(engine.messages(), state, name, begin, result);
        });
    }
}
