package org.reactivempi.core.communicator;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.RevokedException;
import org.reactivempi.SendBuffer;
import org.reactivempi.core.collective.Collective;
import org.reactivempi.core.operation.ReceiveMono;
import org.reactivempi.core.operation.SendMono;
import org.reactivempi.core.port.CorePorts.Met;
import org.reactivempi.core.port.CorePorts.Rendezvous;
import org.reactivempi.core.port.Party;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import org.reactivempi.transport.engine.port.SendMode;
import reactor.core.publisher.Mono;

/**
 * Two groups join in an intercommunicator. Their leaders tell each other who the members are, and a number that rank 0 of each group has
 * for the new communicator:
 *
 * <pre>
 *  rank 0 --number--&gt; leader &lt;--numbers and members--&gt; other leader &lt;--number-- rank 0
 *                       |                                  |
 *                       +--&gt; all of its group              +--&gt; all of its group
 * </pre>
 * The group whose rank 0 comes first in the world comes first in the communicator, and its number is the one that is used. A leader that
 * can't do its part says so to its group, so that all of it fail alike.
 *
 * <p>Where there are ranks of several jobs, members have to be told how they reach each other: the two groups meet as at a port, and
 * their leaders are the roots.
 */
final class Joining {

    /**
     * What a leader tells its group before the members: its failure; the other group's number, or with a failure the rank that is lost; its
     * size. The own group's number stands last.
     */
    private static final int HEADER = 3;
    /** In place of a failure. */
    private static final int NONE = 0;
    /** In place of a failure: there are ranks of several jobs. */
    private static final int SEVERAL = -1;
    /** With a failure in place of a size: the other group has not heard of the number. */
    private static final int UNSAID = -1;

    private final CommunicatorContext own;
    private final @Nullable CommunicatorContext peer;
    private final int localLeader;
    private final int remoteLeader;
    private final int tag;

    /** {@code peer} is where the leaders meet; null where that is no communicator of this library's. */
    Joining(CommunicatorContext own, int localLeader, @Nullable CommunicatorContext peer, int remoteLeader, int tag) {
        this.own = own;
        this.peer = peer;
        this.localLeader = localLeader;
        this.remoteLeader = remoteLeader;
        this.tag = tag;
    }

    /** Throws what is wrong with the arguments that all ranks have alike. */
    void check() {
        own.arguments().usable();
        own.arguments().rank(localLeader, "local leader");
        own.arguments().noProcess(tag, false);
    }

    /** Throws what is wrong with those of the leader, of which the others of its group hear from it. */
    private void checkOfLeader() {
        peer().arguments().usable();
        peer().arguments().rank(remoteLeader, "remote leader");
    }

    private CommunicatorContext peer() {
        if (peer == null || peer.engine() != own.engine()) {
            throw new MpiException(ErrorClass.COMM, "the leaders can't meet in a communicator of another rank");
        }
        if (peer.session() != own.session()) {
            throw new MpiException(ErrorClass.SESSION, "the leaders can't meet in a communicator of another session");
        }
        return peer;
    }

    /**
     * This rank's part, as the work of a collective operation of its group. Where that fails on rank 0, the number that it has offered is
     * not given back: the other group may have got it before, and live in it.
     */
    Mono<Intercommunicator> join(Collective operation, String origin) {
        return own.members().areOfOneJob()
                ? joinFromOneJob(operation, origin)
                : meet(operation, origin, new Leaders(false));
    }

    private Mono<Intercommunicator> meet(Collective operation, String origin, Leaders leaders) {
        boolean leads = own.members().rank() == localLeader;
        return new Meeting(own, localLeader, Meeting.Part.JOINS, leads ? leaders : null).meet(operation, origin);
    }

    private Mono<Intercommunicator> joinFromOneJob(Collective operation, String origin) {
        int offered = own.members().rank() == 0 ? own.session().numbers().take() : ContextNumbers.NONE;
        AtomicReference<MpiException> failure = new AtomicReference<>();
        // A leader that is rank 0 has the number, and tells its group with the rest.
        Mono<Integer> known = localLeader == 0
                ? Mono.just(offered)
                : operation
                        .broadcast(offered)
                        .onErrorResume(
                                MpiException.class,
                                failed -> told(operation, ContextNumbers.NONE, failed, failure)
                                        .then(Mono.error(failed)));
        return known.flatMap(number -> told(operation, number, null, failure).flatMap(told -> {
            if (told[0] == SEVERAL) {
                giveBack(offered);
                return meet(operation, origin, new Leaders(true));
            }
            return Mono.fromSupplier(() -> joined(told, offered, origin, failure.get()));
        }));
    }

    /**
     * What the leader tells its group. A rank that has failed before does its part all the same, so that nobody waits for it.
     *
     * @param failure gets that of the leader, on the leader alone
     */
    private Mono<int[]> told(
            Collective operation, int number, @Nullable MpiException before, AtomicReference<MpiException> failure) {
        int width = HEADER + own.session().world().size() + 1;
        Mono<int[]> telling = Mono.defer(() -> {
            try {
                checkOfLeader();
            } catch (MpiException wrong) {
                failure.set(wrong);
                return Mono.just(new int[] {codeOf(wrong), 0, UNSAID});
            }
            return exchange(number, width, before).onErrorResume(MpiException.class, failed -> {
                failure.set(failed);
                return Mono.just(new int[] {codeOf(failed), lostBy(failed)});
            });
        });
        return operation.broadcast(localLeader, telling, width, before);
    }

    private void giveBack(int offered) {
        own.session().numbers().giveBack(offered);
    }

    /** What the other leader says. */
    private Mono<int[]> exchange(int number, int width, @Nullable MpiException before) {
        int[] members = IntStream.range(0, own.members().size())
                .map(own.members()::worldRank)
                .toArray();
        boolean isOfThisJob = peer().members().group().worldRank(remoteLeader) != Mpi.UNDEFINED;
        int[] telling = before == null
                ? new int[] {isOfThisJob ? NONE : SEVERAL, number, members.length}
                : new int[] {codeOf(before), lostBy(before), members.length};
        int[] told = new int[width];
        return exchanged(telling, HEADER).flatMap(header -> {
            System.arraycopy(header, 0, told, 0, HEADER);
            if (telling[0] != NONE || header[0] != NONE) {
                told[0] = header[0] > NONE ? header[0] : SEVERAL;
                return Mono.just(told);
            }
            return exchanged(members, header[2]).map(others -> {
                System.arraycopy(others, 0, told, HEADER, others.length);
                told[width - 1] = number;
                return told;
            });
        });
    }

    /** What the other leader tells for what this one tells. */
    private Mono<int[]> exchanged(int[] telling, int length) {
        int[] told = new int[length];
        return Mono.when(said(Buffers.of(telling)), heard(Buffers.of(told))).thenReturn(told);
    }

    private Mono<?> said(SendBuffer data) {
        return SendMono.part(peer().endpoint(Purpose.LEADERS), data, remoteLeader, tag, SendMode.STANDARD);
    }

    private Mono<?> heard(Buffer room) {
        return ReceiveMono.partInto(peer().endpoint(Purpose.LEADERS), room, remoteLeader, tag);
    }

    /**
     * How two leaders find each other's groups. Each step of one of them is answered by the same step of the other one, so that nobody waits
     * for one whose group has failed:
     *
     * <pre>
     *  SEVERAL, or a failure  --&gt;  length of the group, or FAILED; the group  --&gt;  READY, or FAILED
     * </pre>
     */
    private final class Leaders implements Rendezvous {

        private static final int FAILED = -1;
        private static final int READY = 1;

        private enum Step {
            FIRST,
            GROUPS,
            BEGIN,
            OVER
        }

        private Step step;

        /** {@code saidSo} where both know already that there are several jobs. */
        Leaders(boolean saidSo) {
            this.step = saidSo ? Step.GROUPS : Step.FIRST;
        }

        @Override
        public Mono<Met> meet(Party party) {
            return Mono.defer(() -> {
                if (step == Step.GROUPS) {
                    return groups(party);
                }
                checkOfLeader();
                step = Step.GROUPS;
                return exchanged(new int[] {SEVERAL, 0, own.members().size()}, HEADER)
                        .flatMap(header -> header[0] > NONE
                                ? over(failed(ErrorClass.values()[header[0] - 1], header[1]))
                                : groups(party));
            });
        }

        private Mono<Met> groups(Party party) {
            byte[] group = party.encoded();
            step = Step.BEGIN;
            return exchanged(new int[] {group.length}, 1).flatMap(length -> {
                if (length[0] == FAILED) {
                    return over(hasFailed());
                }
                byte[] told = new byte[length[0]];
                return Mono.when(said(Buffers.of(group)), heard(Buffers.of(told)))
                        .then(Mono.fromSupplier(() -> own.session()
                                .ports()
                                .get()
                                .met(Party.of(told), peer().members().worldRank(remoteLeader))));
            });
        }

        @Override
        public Mono<Void> begin() {
            return Mono.defer(() -> {
                step = Step.OVER;
                return exchanged(new int[] {READY}, 1)
                        .flatMap(other -> other[0] == READY ? Mono.empty() : Mono.error(hasFailed()));
            });
        }

        private <T> Mono<T> over(MpiException why) {
            step = Step.OVER;
            return Mono.error(why);
        }

        private MpiException hasFailed() {
            return new MpiException(ErrorClass.OTHER, "the other group has failed");
        }

        @Override
        public void fail(String why) {
            Step next = step;
            step = Step.OVER;
            int[] telling = switch (next) {
                case FIRST -> new int[] {1 + ErrorClass.OTHER.ordinal(), 0, UNSAID};
                case GROUPS, BEGIN -> new int[] {FAILED};
                case OVER -> new int[0];
            };
            if (telling.length > 0) {
                Mono.defer(() -> said(Buffers.of(telling))).subscribe(sent -> {}, lost -> {});
            }
        }

        @Override
        public void cancel() {}
    }

    /** The rank of the job that a failure is about, if it is about one. */
    private static int lostBy(MpiException failure) {
        return failure instanceof ProcessFailedException lost ? lost.rank() : 0;
    }

    private static int codeOf(MpiException failure) {
        return 1 + failure.errorClass().ordinal();
    }

    private Intercommunicator joined(int[] told, int offered, String origin, @Nullable MpiException ofLeader) {
        if (told[0] != NONE) {
            if (told[2] == UNSAID && own.members().rank() == 0) {
                giveBack(offered);
            }
            throw ofLeader != null ? ofLeader : failed(ErrorClass.values()[told[0] - 1], told[1]);
        }
        Group others = group(Arrays.copyOfRange(told, HEADER, HEADER + told[2]));
        Members far = new Members(others);
        if (own.members().group().intersection(others).size() > 0) {
            if (own.members().rank() == 0) {
                // Each rank that hears of both groups refuses them, so no rank lives in it.
                giveBack(offered);
            }
            throw new MpiException(
                    ErrorClass.COMM,
                    "the groups " + own.members().group() + " and " + others + " have processes in common");
        }
        boolean first = own.members().worldRank(0) < far.worldRank(0);
        Group all = first
                ? own.members().group().union(others)
                : others.union(own.members().group());
        Sides sides = new Sides(new Members(all), own.members(), far);
        Numbers used = own.session().used(Numbers.of(first ? told[told.length - 1] : told[1]), sides.all());
        if (!first && own.members().rank() == 0) {
            giveBack(offered);
        }
        return own.arguments().parented(own.session().kinds().ofTwoGroups(own.session(), used, sides, origin));
    }

    private Group group(int[] worldRanks) {
        return own.session().world().group().incl(worldRanks);
    }

    private MpiException failed(ErrorClass errorClass, int lost) {
        String text = "the leader of this group, rank " + localLeader
                + ", has not met the one of the other group: its own error says why";
        return switch (errorClass) {
            case PROC_FAILED -> new ProcessFailedException(lost, own.members().rankOf(lost), null, null, text, null);
            case REVOKED -> new RevokedException(text, null);
            default -> new MpiException(errorClass, text);
        };
    }

    /** One communicator of both groups, as the work of a collective operation of both. */
    static Mono<Communicator> merged(CommunicatorContext both, Collective operation, boolean high, String origin) {
        Sides sides = both.sides();
        CommunicatorContext.OfSession session = both.session();
        // In a communicator of several jobs nobody knows yet who is the first of a job.
        boolean offers = sides.own().rank() == 0 || !sides.all().areOfOneJob();
        int offered = offers ? session.numbers().take() : ContextNumbers.NONE;
        return operation.allGather(high ? 1 : 0, offered).map(wishes -> {
            boolean farHigh = wishes[2 * sides.farFirst()] != 0;
            boolean last = high == farHigh ? sides.ownFirst() > 0 : high;
            int first = last ? sides.farFirst() : sides.ownFirst();
            int size = sides.all().size();
            // One group follows the other, whichever of the two the new ranks begin with.
            int[] order = IntStream.range(0, size).map(i -> (first + i) % size).toArray();
            Members merged = sides.all().part(order);
            if (offered != ContextNumbers.NONE && !merged.isFirstOfJob()) {
                session.numbers().giveBack(offered);
            }
            Numbers numbers = Numbers.of(merged, member -> wishes[2 * order[member] + 1]);
            return both.arguments()
                    .parented(session.kinds().ofOneGroup(session, session.used(numbers, merged), merged, origin));
        });
    }
}
