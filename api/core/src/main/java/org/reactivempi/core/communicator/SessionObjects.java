package org.reactivempi.core.communicator;

import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.SessionView;
import org.reactivempi.core.buffered.Attachment;
import org.reactivempi.core.operation.ErrorListener;
import org.reactivempi.core.operation.LocalMono;
import reactor.core.publisher.Mono;

/** What a session makes without a communicator: groups, communicators of them, and further sessions. */
public final class SessionObjects {

    private final CommunicatorContext.OfSession session;

    SessionObjects(CommunicatorContext.OfSession session) {
        this.session = session;
    }

    /**
     * Another session of this rank.
     *
     * @param buffers its buffered mode
     * @param view gives what the program has of it
     * @return cold; on the progress scheduler
     */
    public Mono<SessionObjects> open(Attachment buffers, Supplier<SessionView> view) {
        return new LocalMono<>(session.engine(), () -> "open", () -> {
            checkOpen();
            return owner -> owner.complete(new SessionObjects(session.opened(
                    buffers,
                    view,
                    new SessionScope(session.engine(), session.texts().nextSession()))));
        });
    }

    /** The number of this session among those that were opened; 0 for the one that joined the job. */
    public int number() {
        return session.number();
    }

    /** Throws if this session was opened, and is closed; any thread. */
    public void checkOpen() {
        SessionScope scope = session.scope();
        if (scope != null) {
            scope.checkOpen();
        }
    }

    /** Ends it; for a session that was opened. */
    public Mono<Void> close() {
        SessionScope scope = session.scope();
        if (scope == null) {
            throw new IllegalStateException("the session that joined the job ends with its engine");
        }
        return scope.close();
    }

    /** A group of processes of this job. */
    public Group group(IntStream worldRanks) {
        return session.world().group().incl(worldRanks.toArray());
    }

    /** A communicator of a group, made by its members alone; {@code errors} hears first of what is wrong. */
    public Mono<Communicator> create(@Nullable Group group, @Nullable String text, ErrorListener errors) {
        return created(
                text,
                () -> {
                    Group members = checked(group, "group");
                    checkOwn(members, "group");
                    return new GroupOffer(ContextNumbers.NONE, checked(text), 0, ranks(members));
                },
                Communicator.class,
                errors);
    }

    /** The same of two groups without common members; this rank is in the first. */
    public Mono<Intercommunicator> intercommunicator(
            @Nullable Group local, @Nullable Group remote, @Nullable String text, ErrorListener errors) {
        return created(
                text,
                () -> {
                    Group own = checked(local, "local group");
                    Group far = checked(remote, "remote group");
                    if (own.size() == 0 || far.size() == 0) {
                        return new GroupOffer(ContextNumbers.NONE, checked(text), 0, new int[0]);
                    }
                    checkOwn(own, "local group");
                    if (own.intersection(far).size() > 0) {
                        throw new MpiException(
                                ErrorClass.GROUP, "the groups " + own + " and " + far + " have processes in common");
                    }
                    boolean isFirst = own.worldRank(0) < far.worldRank(0);
                    Group first = isFirst ? own : far;
                    return new GroupOffer(
                            ContextNumbers.NONE, checked(text), first.size(), ranks(first.union(isFirst ? far : own)));
                },
                Intercommunicator.class,
                errors);
    }

    /** Without members, there is nothing to make. */
    private <C> Mono<C> created(
            @Nullable String text, Supplier<GroupOffer> wanted, Class<C> kind, ErrorListener errors) {
        return new LocalMono<>(session.engine(), errors, () -> GroupCreation.inWords(String.valueOf(text)), () -> {
            checkOpen();
            GroupOffer offer = wanted.get();
            return offer.members().length == 0
                    ? owner -> owner.complete(null)
                    : new GroupCreation<>(session, kind, offer);
        });
    }

    private Group checked(@Nullable Group group, String what) {
        if (group == null) {
            throw new MpiException(ErrorClass.GROUP, "the " + what + " is null");
        }
        // Throws what is wrong with its job and its session.
        int[] here = group.translate(
                IntStream.range(0, group.size()).toArray(), session.world().group());
        for (int rank = 0; rank < here.length; rank++) {
            if (here[rank] == Mpi.UNDEFINED) {
                throw new MpiException(
                        ErrorClass.GROUP,
                        "rank " + group.worldRank(rank) + " of the " + what + " is outside 0.."
                                + (session.world().size() - 1) + ", which are the ranks of the world");
            }
        }
        return group;
    }

    private void checkOwn(Group group, String what) {
        int own = session.world().rank();
        if (group.size() > 0 && IntStream.of(ranks(group)).noneMatch(rank -> rank == own)) {
            throw new MpiException(
                    ErrorClass.GROUP,
                    "rank " + own + " of the world, which calls this, is not in the " + what + " " + group);
        }
    }

    private static int[] ranks(Group group) {
        return IntStream.range(0, group.size()).map(group::worldRank).toArray();
    }

    private static String checked(@Nullable String text) {
        if (text == null || text.isEmpty() || text.length() > Mpi.MAX_STRING_TAG) {
            throw new MpiException(
                    ErrorClass.ARG,
                    "a text of " + (text == null ? "null" : text.length() + " characters")
                            + " is not allowed: it has 1 to " + Mpi.MAX_STRING_TAG);
        }
        text.chars().filter(Character::isISOControl).findFirst().ifPresent(control -> {
            throw new MpiException(
                    ErrorClass.ARG,
                    "the control character " + control + " is not allowed in the text of a communicator");
        });
        return text;
    }
}
