package org.reactivempi.core.communicator;

import java.util.BitSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.Failures;
import org.reactivempi.Group;
import org.reactivempi.Mpi;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.transport.engine.port.EngineCommunicator.Decision;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import reactor.core.publisher.Mono;

/** What the users of a communicator can do about failed ranks. Everything here works on a revoked communicator. */
final class CoreFailures<C extends AnyCommunicator> implements Failures<C> {

    /** Makes a communicator of the ranks that are left. */
    @FunctionalInterface
    interface Shrinking<C> {

        /** This rank's end of it, which {@code children} make; null where there is none. On the progress thread. */
        @Nullable
        C shrunk(Children children, Decision decision, int[] left);
    }

    private final CommunicatorContext of;
    private final Children children;
    private final Shrinking<C> shrinking;
    private final @Nullable Mono<C> present;

    /**
     * Those of a communicator.
     *
     * @param present is what takes the place of shrinking where ranks come and go; null where they don't
     */
    CoreFailures(CommunicatorContext of, Children children, Shrinking<C> shrinking, @Nullable Mono<C> present) {
        this.of = of;
        this.children = children;
        this.shrinking = shrinking;
        this.present = present;
    }

    @Override
    public Mono<Group> failed() {
        return local("failed", () -> some(of.state().failed()));
    }

    @Override
    public Mono<Group> acknowledge() {
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
    public Mono<Void> revoke() {
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
    public Mono<Integer> agree(int flag) {
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
        Mono<C> ofPresent = present;
        return ofPresent != null
                ? ofPresent
                : Agreed.mono(of, "shrink", of.arguments()::exists, this::offer, this::rest);
    }

    /** The first rank of each job in the new communicator gives it one of its numbers; nobody knows yet which ranks these are. */
    private void offer(Consumer<Decision> told) {
        int offered = of.session().numbers().take();
        of.state().shrink(offered, decision -> {
            if (!isUsed(offered, decision)) {
                of.session().numbers().giveBack(offered);
            }
            told.accept(decision);
        });
    }

    private boolean isUsed(int offered, Decision decision) {
        Members all = of.members();
        if (all.areOfOneJob()) {
            return decision.offer() == offered;
        }
        int first = IntStream.range(0, all.size())
                .filter(member ->
                        !decision.failed().get(member) && all.firstOfJob(member) == all.firstOfJob(all.rank()))
                .findFirst()
                .orElse(Mpi.UNDEFINED);
        return first == all.rank();
    }

    private @Nullable C rest(Decision decision) {
        if (decision.failed().get(of.members().rank())) {
            throw lost(of.members().rank());
        }
        noteKnown(decision.failed());
        int[] left = IntStream.range(0, of.members().size())
                .filter(rank -> !decision.failed().get(rank))
                .toArray();
        return shrinking.shrunk(children, decision, left);
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
