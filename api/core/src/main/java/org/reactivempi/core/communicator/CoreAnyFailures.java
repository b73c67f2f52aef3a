package org.reactivempi.core.communicator;

import java.util.BitSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.Failures;
import org.reactivempi.Group;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.transport.engine.port.EngineCommunicator.Decision;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import reactor.core.publisher.Mono;

/** What the users of both kinds of communicators can do about failed ranks. Everything here works on a revoked communicator. */
abstract class CoreAnyFailures<C extends AnyCommunicator> implements Failures<C> {

    final CommunicatorContext of;

    CoreAnyFailures(CommunicatorContext of) {
        this.of = of;
    }

    /** This rank's end of a communicator of the ranks that are left; null where there is none. On the progress thread. */
    abstract @Nullable C shrunk(int number, int[] left);

    @Override
    public final Mono<Group> failed() {
        return local("failed", () -> some(of.state().failed()));
    }

    @Override
    public final Mono<Group> acknowledge() {
        return local("acknowledge", () -> some(of.state().acknowledge()));
    }

    private Group some(BitSet ranks) {
        noteKnown(ranks);
        Sides sides = of.sides();
        // The own group's come first, whichever of the two does among all members.
        int[] ownFirst = IntStream.concat(
                        ranks.stream().filter(sides::isOwn), ranks.stream().filter(rank -> !sides.isOwn(rank)))
                .toArray();
        return of.members().group().incl(ownFirst);
    }

    /** What these ranks have not got the program knows, or can guess. */
    private void noteKnown(BitSet failed) {
        failed.stream().forEach(rank -> of.engine().noteKnown(of.members().worldRank(rank)));
    }

    @Override
    public final Mono<Void> revoke() {
        return local("revoke", () -> {
            of.state().revoke();
            return null;
        });
    }

    /** Something that is done at once. */
    private <T> Mono<T> local(String name, Supplier<@Nullable T> action) {
        return new LocalMono<>(of.engine(), of.arguments(), () -> inWords(name), () -> {
            of.arguments().exists();
            return owner -> owner.complete(action.get());
        });
    }

    @Override
    public final Mono<Integer> agree(int flag) {
        return Agreed.mono(
                of, "agree", of.arguments()::exists, told -> of.state().agree(flag, told), this::value);
    }

    private int value(Decision decision) {
        int[] unacknowledged = decision.unacknowledged();
        if (unacknowledged.length > 0) {
            throw lost(unacknowledged[0]).afterAgreeingOn(decision.flag());
        }
        return decision.flag();
    }

    @Override
    public Mono<C> shrink() {
        return Agreed.mono(of, "shrink", of.arguments()::exists, this::offer, this::rest);
    }

    /** Rank 0 of the new communicator gives it one of its numbers; nobody knows yet which rank that is. */
    private void offer(Consumer<Decision> told) {
        int offered = of.session().numbers().take();
        of.state().shrink(offered, decision -> {
            if (decision.offer() != offered) {
                of.session().numbers().giveBack(offered);
            }
            told.accept(decision);
        });
    }

    private @Nullable C rest(Decision decision) {
        if (decision.failed().get(of.members().rank())) {
            throw lost(of.members().rank());
        }
        noteKnown(decision.failed());
        int[] left = IntStream.range(0, of.members().size())
                .filter(rank -> !decision.failed().get(rank))
                .toArray();
        return shrunk(decision.offer(), left);
    }

    private ProcessFailedException lost(int rank) {
        PeerLostException loss = of.state().loss(rank);
        if (loss == null) {
            throw new IllegalStateException("rank " + rank + " lives, though all have agreed that it has failed");
        }
        return ContractFailures.lost(loss, of.sides().together());
    }

    private String inWords(String name) {
        return name + "(" + of.state().inWords() + ")";
    }
}
