package org.reactivempi.core.communicator;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.Buffer;
import org.reactivempi.ErrorClass;
import org.reactivempi.ErrorHandler;
import org.reactivempi.Group;
import org.reactivempi.Hints;
import org.reactivempi.Hints.Hint;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.RevokedException;
import org.reactivempi.SendBuffer;
import org.reactivempi.core.operation.CoreErrors;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.RankMap;
import org.reactivempi.transport.engine.port.EngineCommunicator;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.MemberRanks;
import reactor.core.CoreSubscriber;

/** What the users of a communicator may ask of it: nothing at all once it is freed, little when it is revoked. */
final class Arguments implements RankMap {

    static final int TAG_UPPER_BOUND = Integer.MAX_VALUE;

    private enum Life {
        EXISTS,
        FREED,
        CLOSED_WITH_SESSION
    }

    /** A communicator that has just been made of another one. */
    interface Heir {

        /** Begins with the handler of the other one, as long as no user knows it. */
        void inherit(ErrorHandler<? super AnyCommunicator> handler);
    }

    private final Sides sides;
    private final MemberRanks ranks;
    private final EngineCommunicator state;
    private final AtomicReference<Life> life = new AtomicReference<>(Life.EXISTS);
    private volatile Hints hints = Hints.create();
    /** Null as long as nobody has asked for it: then errors are told to their subscribers alone. */
    private volatile @Nullable CoreErrors<AnyCommunicator> errors;

    Arguments(Sides sides, EngineCommunicator state) {
        this.sides = sides;
        this.ranks = sides.far().ranks();
        this.state = state;
    }

    /** The handler of errors; that which is {@code made} where there is none yet. */
    CoreErrors<AnyCommunicator> errors(Supplier<CoreErrors<AnyCommunicator>> made) {
        CoreErrors<AnyCommunicator> known = errors;
        if (known == null) {
            synchronized (this) {
                known = errors;
                if (known == null) {
                    known = made.get();
                    errors = known;
                }
            }
        }
        return known;
    }

    /** A communicator that has been made of this one. */
    <C> C parented(C made) {
        CoreErrors<AnyCommunicator> own = errors;
        if (own != null && made instanceof Heir heir) {
            heir.inherit(own.handler());
        }
        return made;
    }

    @Override
    public boolean hears(Throwable error, CoreSubscriber<?> subscriber, Runnable signal) {
        CoreErrors<AnyCommunicator> known = errors;
        return known != null && known.hears(error, this, subscriber, signal);
    }

    @Override
    public int destination(int destination, int tag) {
        usable();
        rank(destination, "destination");
        tag(tag, false);
        return ranks.rank(destination);
    }

    @Override
    public int source(int source, int tag) {
        usable();
        boolean any = source == Mpi.ANY_SOURCE;
        if (!any) {
            rank(source, "source");
        }
        tag(tag, true);
        if (any) {
            unsaid(Hint.NO_ANY_SOURCE, "ANY_SOURCE");
        }
        if (tag == Mpi.ANY_TAG) {
            unsaid(Hint.NO_ANY_TAG, "ANY_TAG");
        }
        return any ? Incoming.ANY : ranks.rank(source);
    }

    private void unsaid(Hint hint, String wildcard) {
        if (hints.has(hint)) {
            throw new MpiException(
                    ErrorClass.ARG,
                    wildcard + " is not allowed: the hint " + hint.key()
                            + " of this communicator says that it is never used");
        }
    }

    @Override
    public boolean hasExactLengths() {
        return hints.has(Hint.EXACT_LENGTH);
    }

    Hints hints() {
        return hints;
    }

    /** What its user says of receives and probes from now on. */
    void hints(Hints hints) {
        this.hints = hints;
    }

    @Override
    public int worldRank(int rank) {
        return ranks.rank(rank);
    }

    @Override
    public int members() {
        return ranks.size();
    }

    @Override
    public int rankOf(int worldRank) {
        return sides.far().rankOf(worldRank);
    }

    @Override
    public Group.@Nullable Process ofOtherJob(int worldRank) {
        return sides.all().ofOtherJob(worldRank);
    }

    @Override
    public String inWords(int rank) {
        if (rank < 0 || rank >= ranks.size()) {
            return Integer.toString(rank);
        }
        return sides.areTwo() ? "remote " + rank + " (" + ranks.rank(rank) + " in world)" : state.inWords(rank);
    }

    @Override
    public String inWords() {
        return state.isWorld() ? "" : state.inWords();
    }

    /** Everything that can be wrong with a send, also to the null process. */
    void send(SendBuffer data, int destination, int tag) {
        if (destination == Mpi.PROC_NULL) {
            noProcess(tag, false);
        } else {
            destination(destination, tag);
        }
        OperationContext.check(data, false);
    }

    /** Everything that can be wrong with a receive, also from the null process. */
    void receive(Buffer room, int source, int tag) {
        if (source == Mpi.PROC_NULL) {
            noProcess(tag, true);
        } else {
            source(source, tag);
        }
        OperationContext.check(room, true);
    }

    @Override
    public void noProcess(int tag, boolean wildcards) {
        usable();
        tag(tag, wildcards);
    }

    /** What can be wrong with the making of a communicator of some ranks of the own group. */
    int[] members(@Nullable Group group, int tag) {
        usable();
        tag(tag, false);
        if (group == null) {
            throw new MpiException(ErrorClass.GROUP, "the group is null");
        }
        int[] found = group.translate(
                IntStream.range(0, group.size()).toArray(), sides.own().group());
        for (int rank = 0; rank < found.length; rank++) {
            if (found[rank] == Mpi.UNDEFINED) {
                throw new MpiException(
                        ErrorClass.GROUP,
                        "rank " + rank + " of the group, rank " + group.worldRank(rank)
                                + " of the world, is not in the "
                                + (sides.areTwo() ? "own group" : "communicator"));
            }
        }
        return found;
    }

    void rank(int value, String what) {
        if (value < 0 || value >= ranks.size()) {
            throw new MpiException(
                    ErrorClass.RANK,
                    what + " " + value + " is outside 0.." + (ranks.size() - 1)
                            + (sides.areTwo() ? " of the other group" : ""));
        }
    }

    /** A rank of the own group that does something for all. */
    void root(int root) {
        int size = sides.own().size();
        if (root < 0 || root >= size) {
            throw new MpiException(ErrorClass.ROOT, "root " + root + " is outside 0.." + (size - 1));
        }
    }

    private static void tag(int tag, boolean wildcards) {
        if (tag < 0 && !(wildcards && tag == Mpi.ANY_TAG)) {
            throw new MpiException(
                    ErrorClass.TAG,
                    "tag " + tag + " is outside 0.." + TAG_UPPER_BOUND + (wildcards ? " and not ANY_TAG" : ""));
        }
    }

    /** A name that reports can print in one line; throws what is wrong with it. */
    static String name(@Nullable String name) {
        if (name == null || name.length() > Mpi.MAX_OBJECT_NAME) {
            throw new MpiException(
                    ErrorClass.ARG,
                    "a name of " + (name == null ? "null" : name.length() + " characters")
                            + " is not allowed: it has 0 to " + Mpi.MAX_OBJECT_NAME);
        }
        name.chars().filter(Character::isISOControl).findFirst().ifPresent(control -> {
            throw new MpiException(
                    ErrorClass.ARG, "the control character " + control + " is not allowed in a name of a communicator");
        });
        return name;
    }

    /** Throws if the communicator is freed or revoked. */
    void usable() {
        exists();
        if (state.isRevoked()) {
            throw new RevokedException("the communicator is revoked", null);
        }
    }

    /** Throws if the communicator is freed, or its session closed; one that is revoked still exists. */
    void exists() {
        check(Objects.requireNonNull(life.get()));
    }

    private static void check(Life life) {
        switch (life) {
            case EXISTS -> {}
            case FREED -> throw new MpiException(ErrorClass.COMM, "the communicator is freed");
            case CLOSED_WITH_SESSION -> throw SessionScope.closed();
        }
    }

    /** From now on it is freed; throws if it was before. */
    void free() {
        check(Objects.requireNonNull(life.compareAndExchange(Life.EXISTS, Life.FREED)));
    }

    boolean isFreed() {
        return life.get() == Life.FREED;
    }

    /** From now on its session is closed; without effect where it is freed. */
    void close() {
        life.compareAndSet(Life.EXISTS, Life.CLOSED_WITH_SESSION);
    }
}
