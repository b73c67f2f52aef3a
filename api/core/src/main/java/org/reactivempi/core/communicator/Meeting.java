package org.reactivempi.core.communicator;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.Intercommunicator;
import org.reactivempi.MpiException;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.RevokedException;
import org.reactivempi.core.collective.Collective;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.port.CorePorts.Met;
import org.reactivempi.core.port.CorePorts.Rendezvous;
import org.reactivempi.core.port.Party;
import org.reactivempi.core.port.Party.Guest;
import org.reactivempi.core.port.PortClosedException;
import org.reactivempi.core.settings.AddressText;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.port.Job;
import org.reactivempi.transport.engine.port.OtherJobs;
import org.reactivempi.transport.engine.port.PeerDirectory.Address;
import org.reactivempi.transport.engine.port.Secret;
import reactor.core.publisher.Mono;

/**
 * A group meets another one that was started apart, and both become a communicator of two groups. The roots of both find each other at a
 * port; all else is done in the own group, where each rank waits for the root alone, and the root says how it ends:
 *
 * <pre>
 *  all     --numbers--&gt;            all     what each job calls the communicator
 *  others  --addresses--&gt;          root    who this group is
 *  root    &lt;== the other root ==&gt;          who the other one is, and what only the two know
 *  root    --that--&gt;               others  each may now be reached by the other group
 *  others  --so it is--&gt;           root    and the other root hears so
 *  root    --begin--&gt;              others
 * </pre>
 * A rank on which something fails does its part all the same, and says so in place of anything else.
 */
@OnProgressThread
final class Meeting {

    private static final int WELL = 0;
    private static final int FAILED = 1;
    /** In place of an error class. */
    private static final int CLOSED = -1;

    private static final int FAILURE_BYTES = 2 + 2 * Integer.BYTES;
    private static final int SECRET_BYTES = 32;
    private static final byte[] NOTHING = {};

    /** What a group does, and so which of the two comes first in the communicator. */
    enum Part {
        /** It comes first, and lets the other one begin. */
        ACCEPTS,
        CONNECTS,
        /** Both do the same: the one with the first process comes first, in an order of all jobs. */
        JOINS
    }

    private final CommunicatorContext own;
    private final int root;
    private final Part part;
    private final @Nullable Rendezvous atRoot;
    private final List<Integer> held = new ArrayList<>();
    /** What has failed on this rank. */
    private @Nullable MpiException failure;
    /** Whether the other group may live in the communicator, though this one has failed. */
    private boolean mayLive;

    /**
     * Not met yet.
     *
     * @param part of this group
     * @param atRoot what is done there; null elsewhere
     */
    Meeting(CommunicatorContext own, int root, Part part, @Nullable Rendezvous atRoot) {
        this.own = own;
        this.root = root;
        this.part = part;
        this.atRoot = atRoot;
    }

    /** This rank's part, as the work of a collective operation of its group. */
    Mono<Intercommunicator> meet(Collective operation, String origin) {
        int offered = own.members().isFirstOfJob() ? own.session().numbers().take() : ContextNumbers.NONE;
        return orNoted(operation.allGather(offered), new int[own.members().size()])
                .flatMap(numbers -> addresses(operation)
                        .flatMap(addresses -> found(operation, numbers, addresses))
                        .flatMap(met -> begun(operation, met)
                                .map(far -> made(party(numbers, List.of()), met.other(), far, offered, origin))))
                .doOnError(failed -> {
                    if (!mayLive) {
                        own.session().numbers().giveBack(offered);
                    }
                })
                .doFinally(end -> release());
    }

    private void release() {
        held.forEach(own.engine().otherJobs()::release);
        held.clear();
    }

    /** What a step gives, or something in its place where it fails: the next step tells of that. */
    private <T> Mono<T> orNoted(Mono<T> step, T instead) {
        return step.onErrorResume(Exception.class, failed -> {
            note(failed);
            return Mono.just(instead);
        });
    }

    private void note(Exception failed) {
        failure = failure == null ? ContractFailures.of(failed) : failure;
    }

    // ---- What ranks of this group say to each other

    /** That all is well on this rank, and something with it; or what has failed. */
    private byte[] word(byte[] with) {
        MpiException failed = failure;
        return failed == null
                ? ByteBuffer.allocate(1 + with.length)
                        .put((byte) WELL)
                        .put(with)
                        .array()
                : failed(failed, mayLive);
    }

    private byte[] failed(MpiException failed, boolean othersMayLive) {
        int code = failed instanceof PortClosedException
                ? CLOSED
                : failed.errorClass().ordinal();
        int lost = failed instanceof ProcessFailedException process
                ? own.arguments().told(process.rank())
                : 0;
        return ByteBuffer.allocate(FAILURE_BYTES)
                .put((byte) FAILED)
                .put((byte) (othersMayLive ? 1 : 0))
                .putInt(code)
                .putInt(lost)
                .array();
    }

    /** What comes with the word of a rank; notes what has failed there. */
    private byte @Nullable [] with(byte[] word, String who) {
        ByteBuffer in = ByteBuffer.wrap(word);
        if (in.get() == WELL) {
            return Arrays.copyOfRange(word, 1, word.length);
        }
        mayLive |= in.get() != 0;
        note(failure(in.getInt(), in.getInt(), who));
        return null;
    }

    private MpiException failure(int code, int told, String who) {
        String text = who + " has met nobody: its own error says why";
        if (code == CLOSED) {
            return new PortClosedException(text);
        }
        ErrorClass errorClass = ErrorClass.values()[code];
        return switch (errorClass) {
            case PROC_FAILED -> {
                int lost = own.arguments().heard(told);
                yield new ProcessFailedException(lost, own.arguments().rankOf(lost), null, null, text, null);
            }
            case REVOKED -> new RevokedException(text, null);
            default -> new MpiException(errorClass, text);
        };
    }

    private String rootInWords() {
        return "the root, rank " + root + ",";
    }

    /** What all others have said to the root, where nothing has failed; empty else, and elsewhere. */
    private List<byte[]> withAll(List<byte[]> words) {
        List<byte[]> all = new ArrayList<>();
        for (int rank = 0; rank < words.size(); rank++) {
            byte[] with = with(words.get(rank), "rank " + rank);
            if (with != null) {
                all.add(with);
            }
        }
        return all;
    }

    // ---- Who this group is

    private Mono<List<byte[]>> addresses(Collective operation) {
        byte[] addresses =
                AddressText.of(own.engine().addresses(), Integer.MAX_VALUE).getBytes(StandardCharsets.UTF_8);
        return orNoted(operation.toRoot(root, word(addresses)), List.<byte[]>of())
                .map(this::withAll);
    }

    /** Without addresses where none are given. */
    private Party party(int[] numbers, List<byte[]> addresses) {
        return Party.of(IntStream.range(0, own.members().size())
                .mapToObj(rank -> new Guest(
                        own.members().group().process(rank),
                        numbers[own.members().firstOfJob(rank)],
                        addresses.isEmpty()
                                ? List.of()
                                : parsed(new String(addresses.get(rank), StandardCharsets.UTF_8))))
                .toList());
    }

    private static List<Address> parsed(String text) {
        return AddressText.parsed(
                AddressText.entries(text),
                wrong -> new MpiException(ErrorClass.INTERN, "a rank has the address " + wrong));
    }

    // ---- Who the other one is

    /** The root finds the other group, and tells its own one. */
    private Mono<Met> found(Collective operation, int[] numbers, List<byte[]> addresses) {
        Met[] found = new Met[1];
        Mono<byte[]> telling = atRoot == null
                ? Mono.just(NOTHING)
                : resting(
                                operation,
                                Mono.defer(() -> failure == null
                                        ? atRoot.meet(party(numbers, addresses))
                                        : Mono.<Met>error(failure)),
                                0)
                        .doOnNext(met -> found[0] = met)
                        .map(met -> word(encoded(met)))
                        .onErrorResume(Exception.class, failed -> {
                            note(failed);
                            atRoot.fail("the other group has failed: " + failed.getMessage());
                            return Mono.just(word(NOTHING));
                        });
        Mono<byte[]> told = telling.flatMap(word -> {
            Mono<byte[]> ofRoot = operation.fromRoot(root, word);
            return atRoot == null ? resting(operation, ofRoot, 1) : ofRoot;
        });
        return told.flatMap(word -> {
            byte[] with = with(word, rootInWords());
            if (with == null) {
                return Mono.error(Objects.requireNonNull(failure));
            }
            return Mono.just(found[0] == null ? decoded(with) : found[0]);
        });
    }

    /** A group that accepts may wait for ever; one that connects wants an answer. */
    private <T> Mono<T> resting(Collective operation, Mono<T> other, int receives) {
        return part == Part.ACCEPTS ? operation.resting(other, receives) : other;
    }

    private static byte[] encoded(Met met) {
        byte[] party = met.other().encoded();
        return ByteBuffer.allocate(Long.BYTES + SECRET_BYTES + party.length)
                .putLong(met.job())
                .put(met.secret().key())
                .put(party)
                .array();
    }

    private static Met decoded(byte[] told) {
        ByteBuffer in = ByteBuffer.wrap(told);
        long job = in.getLong();
        byte[] key = new byte[SECRET_BYTES];
        in.get(key);
        byte[] party = new byte[in.remaining()];
        in.get(party);
        return new Met(Party.of(party), Secret.ofKey(key), job);
    }

    // ---- Both begin

    /** All of this group know the other one, and the other one knows so; gives the other group as this rank knows it then. */
    private Mono<Members> begun(Collective operation, Met met) {
        return orNoted(known(met), NOTHING)
                .flatMap(known -> orNoted(operation.toRoot(root, word(NOTHING)), List.<byte[]>of()))
                .doOnNext(this::withAll)
                .flatMap(words -> begunAtRoot())
                .flatMap(word -> operation.fromRoot(root, word).doOnError(unheard -> mayLive = true))
                .flatMap(word -> {
                    with(word, rootInWords());
                    return failure == null ? Mono.fromSupplier(() -> members(met)) : Mono.error(failure);
                });
    }

    /** What the root tells its group in the end. */
    private Mono<byte[]> begunAtRoot() {
        if (atRoot == null) {
            return Mono.just(NOTHING);
        }
        MpiException before = failure;
        if (before != null) {
            atRoot.fail("the other group has failed: " + before.getMessage());
            return Mono.just(word(NOTHING));
        }
        return orNoted(atRoot.begin().thenReturn(NOTHING).doOnError(said -> mayLive = true), NOTHING)
                .map(begun -> word(NOTHING));
    }

    /**
     * From now on this rank may be reached by the other group. A link that this rank has left, or its peer, is over by then on both ends, so
     * that neither takes it for that of the new communicator.
     */
    private Mono<byte[]> known(Met met) {
        OtherJobs others = own.engine().otherJobs();
        return Mono.when(met.other().members().stream()
                        .map(Guest::process)
                        .filter(process -> !process.job().equals(ownJob()))
                        .map(process -> Mono.<Void>create(
                                sink -> others.whenApart(hash(process.job()), process.rank(), sink::success)))
                        .toList())
                .then(Mono.fromSupplier(() -> {
                    members(met);
                    return NOTHING;
                }));
    }

    private String ownJob() {
        return own.session().world().group().process(0).job();
    }

    /** The other group, each of which is a peer from now on, and held. */
    private Members members(Met met) {
        OtherJobs others = own.engine().otherJobs();
        String ownJob = ownJob();
        boolean areRoots = own.members().group().process(root).job().equals(ownJob);
        int[] peers = met.other().members().stream()
                .mapToInt(guest -> {
                    Group.Process process = guest.process();
                    if (process.job().equals(ownJob)) {
                        if (!others.isOwn(process.rank())) {
                            throw new MpiException(
                                    ErrorClass.PORT, "the other group has " + process + ", and this job no such rank");
                        }
                        return process.rank();
                    }
                    long job = hash(process.job());
                    Secret ofPair = areRoots && job == met.job() ? met.secret() : others.ofPair(met.secret(), job);
                    int number = others.meet(job, process.rank(), guest.addresses(), ofPair);
                    held.add(number);
                    return number;
                })
                .toArray();
        Group group = Group.of(
                        ownJob,
                        own.session().world().rank(),
                        met.other().members().stream().map(Guest::process).toList())
                .inSession(own.session().number());
        return Members.of(group, peers);
    }

    private static long hash(String job) {
        return new Job(job, 0, 1, 1).hash();
    }

    private Intercommunicator made(Party here, Party there, Members far, int offered, String origin) {
        Members near = own.members();
        if (near.group().intersection(far.group()).size() > 0) {
            throw new MpiException(
                    ErrorClass.COMM,
                    "the groups " + near.group() + " and " + far.group() + " have processes in common");
        }
        boolean isFirst = part == Part.ACCEPTS
                || part == Part.JOINS
                        && isBefore(near.group().process(0), far.group().process(0));
        List<Guest> all = new ArrayList<>(isFirst ? here.members() : there.members());
        all.addAll(isFirst ? there.members() : here.members());
        Members both = isFirst ? near.with(far) : far.with(near);
        // A job that has members in both groups has offered two numbers.
        CommunicatorContext.OfSession session = own.session();
        Numbers numbers =
                session.used(Numbers.of(both, member -> all.get(member).number()), both);
        if (!both.isFirstOfJob()) {
            session.numbers().giveBack(offered);
        }
        Sides sides = new Sides(both, near, far);
        return own.arguments().parented(session.kinds().ofTwoGroups(session, numbers, sides, origin));
    }

    private static boolean isBefore(Group.Process one, Group.Process other) {
        int jobs = one.job().compareTo(other.job());
        return jobs == 0 ? one.rank() < other.rank() : jobs < 0;
    }
}
