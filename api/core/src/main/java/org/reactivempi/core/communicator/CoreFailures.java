package org.reactivempi.core.communicator;

import java.util.BitSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Communicator;
import org.reactivempi.Failures;
import org.reactivempi.Group;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.transport.engine.failure.Proposal;
import org.reactivempi.transport.engine.link.PeerLostException;
import org.reactivempi.transport.engine.protocol.Conversation;
import reactor.core.publisher.Mono;

/** What a communicator's users can do about failed ranks. Everything here works on a revoked communicator. */
final class CoreFailures implements Failures {

    private final CommunicatorContext of;
    private final Children children;

    CoreFailures(CommunicatorContext of, Children children) {
        this.of = of;
        this.children = children;
    }

    @Override
    public Mono<Group> failed() {
        return local(() -> some(of.state().failed()));
    }

    @Override
    public Mono<Group> acknowledge() {
        return local(() -> some(of.state().acknowledge()));
    }

    private Group some(BitSet ranks) {
        noteKnown(ranks);
        return of.members().group().incl(ranks.stream().toArray());
    }

    /** What these ranks have not got the program knows, or can guess. */
    private void noteKnown(BitSet failed) {
        failed.stream().forEach(rank -> of.engine().noteKnown(of.members().worldRank(rank)));
    }

    @Override
    public Mono<Void> revoke() {
        return local(() -> {
            of.state().revoke();
            return null;
        });
    }

    /** Something that is done at once. */
    private <T> Mono<T> local(Supplier<@Nullable T> action) {
        return new LocalMono<>(of.engine(), () -> {
            of.arguments().exists();
            return owner -> owner.complete(action.get());
        });
    }

    @Override
    public Mono<Integer> agree(int flag) {
        return agreement("agree", told -> of.state().agree(flag, told), this::value);
    }

    private int value(Proposal decision) {
        int[] unacknowledged = decision.unacknowledged();
        if (unacknowledged.length > 0) {
            throw lost(unacknowledged[0]).afterAgreeingOn(decision.flag());
        }
        return decision.flag();
    }

    @Override
    public Mono<Communicator> shrink() {
        return agreement("shrink", this::offer, this::rest);
    }

    /** Rank 0 of the new communicator gives it one of its numbers; nobody knows yet who that is. */
    private void offer(Consumer<Proposal> told) {
        int offered = of.session().numbers().take();
        of.state().shrink(offered, decision -> {
            if (decision.offer() != offered) {
                of.session().numbers().giveBack(offered);
            }
            told.accept(decision);
        });
    }

    private Communicator rest(Proposal decision) {
        if (decision.failed().get(of.members().rank())) {
            throw lost(of.members().rank());
        }
        noteKnown(decision.failed());
        int[] left = IntStream.range(0, of.members().size())
                .filter(rank -> !decision.failed().get(rank))
                .toArray();
        return children.shrunk(decision.offer(), left);
    }

    private ProcessFailedException lost(int rank) {
        PeerLostException loss = of.state().loss(rank);
        if (loss == null) {
            throw new IllegalStateException("rank " + rank + " lives, though all have agreed that it has failed");
        }
        return ContractFailures.lost(loss, of.members());
    }

    private <T> Mono<T> agreement(String name, Consumer<Consumer<Proposal>> begin, Function<Proposal, T> result) {
        return new LocalMono<>(of.engine(), () -> {
            of.arguments().exists();
            return new Agreement<>(name, begin, result);
        });
    }

    /**
     * One subscription of an agreement: this rank's part in it goes on when nobody waits for its end any more, since the others
     * count on it.
     */
    private final class Agreement<T> implements LocalMono.Work<T>, Conversation {

        private final String name;
        private final Consumer<Consumer<Proposal>> begin;
        private final Function<Proposal, T> result;
        private @Nullable Owner<T> owner;

        /**
         * One that has not begun.
         *
         * @param name what it is called in descriptions of what runs
         * @param begin brings this rank's vote in, and says what is to be told of the decision
         * @param result what the decision gives; throws where it is an error
         */
        Agreement(String name, Consumer<Consumer<Proposal>> begin, Function<Proposal, T> result) {
            this.name = name;
            this.begin = begin;
            this.result = result;
        }

        @Override
        public void start(Owner<T> owner) {
            of.engine().messages().begin(this);
            this.owner = owner;
            begin.accept(this::onDecided);
        }

        @Override
        public boolean forget(Owner<T> owner) {
            return end() != null;
        }

        @Override
        public int operations() {
            return 2;
        }

        @Override
        public boolean waitsForAll() {
            return true;
        }

        @Override
        public void onAborted(Throwable cause) {
            Owner<T> told = end();
            if (told != null) {
                told.fail(cause);
            }
        }

        private void onDecided(Proposal decision) {
            Owner<T> told = end();
            if (told != null) {
                tell(told, decision);
            }
        }

        private void tell(Owner<T> told, Proposal decision) {
            T value;
            try {
                value = result.apply(decision);
            } catch (RuntimeException wrong) {
                told.fail(wrong);
                return;
            }
            told.complete(value);
        }

        private @Nullable Owner<T> end() {
            Owner<T> told = owner;
            owner = null;
            if (told != null) {
                of.engine().messages().end(this);
            }
            return told;
        }

        @Override
        public String toString() {
            return name + "(" + of.state().inWords() + ")";
        }
    }
}
