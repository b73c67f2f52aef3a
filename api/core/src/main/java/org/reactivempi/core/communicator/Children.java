package org.reactivempi.core.communicator;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.AttributeMap;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Port;
import org.reactivempi.core.collective.Collective;
import org.reactivempi.core.collective.CollectiveContext;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.operation.ReceiveMono;
import org.reactivempi.core.operation.SendMono;
import org.reactivempi.core.placement.HostTable;
import org.reactivempi.core.port.CorePorts;
import org.reactivempi.core.port.CorePorts.Rendezvous;
import org.reactivempi.core.port.PortClosedException;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import org.reactivempi.transport.engine.port.EngineCommunicator.Decision;
import org.reactivempi.transport.engine.port.EngineCommunicator.Gathering;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.SendMode;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Communicators made of one: its ranks agree on the members of each, and on their numbers. The first rank of each job in a new
 * communicator gives it one of its {@link ContextNumbers}.
 *
 * <p>As long as a child has no name of its own, reports call it by how it was made. All ranks make communicators of one in
 * the same order, so each of them counts alike:
 *
 * <pre>
 *  world.dup()    world.dup()#2    world.split(color 1)    world.split(color 1).dup()    "rows".shrink()
 * </pre>
 */
class Children {

    /** One may duplicate duplicates for ever. */
    private static final int MOST_CHARACTERS = 160;

    private static final int FIRST_CHARACTERS = 40;
    private static final String LEFT_OUT = "...";

    private final CommunicatorContext parent;
    private final CollectiveContext collectives;
    private final Map<String, Integer> calls = new HashMap<>();

    /** Nothing made of {@code parent} yet. */
    Children(CommunicatorContext parent, CollectiveContext collectives) {
        this.parent = parent;
        this.collectives = collectives;
    }

    /** Makes this rank's end of a new communicator; on the progress thread. */
    interface Maker<C> {

        C make(Numbers numbers, Members members, String origin);
    }

    <C> Mono<C> dup(Maker<C> maker) {
        return dup("dup", parent.arguments()::usable, maker, Mono::just);
    }

    /**
     * A communicator of the same ranks.
     *
     * @param call what its user has called
     * @param check throws what is wrong with the arguments; asked at each subscription
     * @param finish what the new communicator's ranks do in it before any user knows it
     */
    <C, R> Mono<R> dup(String call, Runnable check, Maker<C> maker, Function<? super C, Mono<R>> finish) {
        return parent.callsAll()
                ? called(call, check, all -> child(maker, Numbers.of(all.offer()), whole(all), origin(call, "")))
                        .flatMap(finish)
                : dupOfMembers(call, check, maker, finish);
    }

    private <C, R> Mono<R> dupOfMembers(
            String call, Runnable check, Maker<C> maker, Function<? super C, Mono<R>> finish) {
        return collectives.operation(call, check, operation -> {
            String origin = origin(call, "");
            return numbersForAll(operation)
                    .map(numbers -> child(maker, numbers, parent.members(), origin))
                    .flatMap(finish);
        });
    }

    /** Those of a communicator of all members. */
    private Mono<Numbers> numbersForAll(Collective operation) {
        Members all = parent.members();
        int offered = all.isFirstOfJob() ? parent.session().numbers().take() : ContextNumbers.NONE;
        return all.areOfOneJob()
                ? operation.broadcast(offered).map(Numbers::of)
                : operation.allGather(offered).map(table -> Numbers.of(all, member -> table[member]));
    }

    Mono<Communicator> split(int color, int key) {
        return split("split", "color " + color, color, key, this::plain);
    }

    /**
     * Parts the communicator.
     *
     * @param call what its user has called, with its arguments in words
     */
    <C> Mono<C> split(String call, String arguments, int color, int key, Maker<C> maker) {
        return parted(
                call,
                arguments,
                () -> checkSplit(color),
                (all, origin) -> all.splitMembers(() -> checkSplit(color), color, key, origin, maker));
    }

    /** Ranks of one host stay together. */
    Mono<Communicator> splitByHost(boolean takesPart, int key) {
        return parted(
                "splitType",
                takesPart ? "shared" : "",
                parent.arguments()::usable,
                (all, origin) -> all.membersByHost(
                        "splitType", takesPart ? 0 : Mpi.UNDEFINED, key, Split::byHost, origin, all::plain));
    }

    /** Communicators of groups that have no ranks in common. */
    Mono<Communicator> create(Group group) {
        return OperationMono.of(parent.engine(), parent.arguments(), collectives.inWords("create"), Mono.defer(() -> {
            int[] ranks = parent.arguments().members(group, 0);
            int key = placeOfOwn(ranks, parent.members());
            return split("create", "group", key == Mpi.UNDEFINED ? key : ranks[0], key, this::plain);
        }));
    }

    /** Where this rank stands among some members. */
    private static int placeOfOwn(int[] ranks, Members members) {
        return IntStream.range(0, ranks.length)
                .filter(i -> ranks[i] == members.rank())
                .findFirst()
                .orElse(Mpi.UNDEFINED);
    }

    /**
     * Parts the communicator. The ranks that have come together are parted as any others are; then the communicator that they have come together in
     * goes.
     */
    private <C> Mono<C> parted(
            String call, String arguments, Runnable check, BiFunction<Children, Supplier<String>, Mono<C>> parting) {
        if (!parent.callsAll()) {
            return parting.apply(this, () -> origin(call, arguments));
        }
        Mono<C> parts = Mono.defer(() -> {
            check.run();
            String[] origin = new String[1];
            return called(call, () -> {}, all -> {
                        origin[0] = origin(call, arguments);
                        return unnamed(Numbers.of(all.offer()), whole(all), origin[0]);
                    })
                    .flatMap(all -> parting.apply(all, () -> origin[0])
                            .materialize()
                            .flatMap(part -> all.end().thenReturn(part))
                            .dematerialize());
        });
        return OperationMono.of(
                parent.engine(), parent.arguments(), call + "(" + parent.state().inWords() + ")", parts);
    }

    private <C> Mono<C> splitMembers(Runnable check, int color, int key, Supplier<String> name, Maker<C> maker) {
        return collectives.operation("split", check, operation -> {
            String origin = name.get();
            int offered = parent.session().numbers().take();
            return operation
                    .allGather(color, key, offered)
                    .flatMap(table -> Mono.justOrEmpty(part(new Split(table), offered, origin, maker)));
        });
    }

    /** Splits off the first ranks, in an order that depends on their hosts. */
    <C> Mono<C> firstByHost(
            String call, String arguments, int places, Function<HostTable, int[]> newRanks, Maker<C> maker) {
        return parted(
                call,
                arguments,
                parent.arguments()::usable,
                (all, origin) -> all.membersByHost(
                        call,
                        parent.members().rank() < places ? 0 : Mpi.UNDEFINED,
                        0,
                        told -> Split.ordered(told, places, newRanks),
                        origin,
                        maker));
    }

    /** All tell each other where they are, besides their colors and keys. */
    private <C> Mono<C> membersByHost(
            String call, int color, int key, Function<int[], Split> split, Supplier<String> name, Maker<C> maker) {
        return collectives.operation(call, parent.arguments()::usable, operation -> {
            String origin = name.get();
            int offered = parent.session().numbers().take();
            long host = ownHost();
            return operation
                    .allGather(color, key, offered, (int) (host >>> Integer.SIZE), (int) host)
                    .flatMap(told -> Mono.justOrEmpty(part(split.apply(told), offered, origin, maker)));
        });
    }

    /** What tells this process's host from others. */
    long ownHost() {
        CommunicatorContext.OfSession session = parent.session();
        return session.collectives().host(session.world().rank());
    }

    /** Parts a communicator of two groups: both groups alike. A part that lacks ranks of one group is none. */
    Mono<Intercommunicator> splitTwo(int color, int key) {
        return splitTwo("split", "color " + color, () -> checkSplit(color), color, key);
    }

    /** A communicator of some ranks of each group. */
    Mono<Intercommunicator> createTwo(Group group) {
        return OperationMono.of(parent.engine(), parent.arguments(), collectives.inWords("create"), Mono.defer(() -> {
            int key = placeOfOwn(
                    parent.arguments().members(group, 0), parent.sides().own());
            return splitTwo(
                    "create", "group", parent.arguments()::usable, key == Mpi.UNDEFINED ? Mpi.UNDEFINED : 0, key);
        }));
    }

    private Mono<Intercommunicator> splitTwo(String call, String arguments, Runnable check, int color, int key) {
        return collectives.operation(call, check, operation -> {
            String origin = origin(call, arguments);
            int offered = parent.session().numbers().take();
            return operation
                    .allGather(color, key, offered)
                    .flatMap(table -> Mono.justOrEmpty(partOfTwo(new Split(table), offered, origin)));
        });
    }

    private @Nullable Intercommunicator partOfTwo(Split split, int offered, String origin) {
        Members all = parent.members();
        Sides part = parent.sides().part(split.partOf(all.rank()));
        if (part == null || !part.all().isFirstOfJob()) {
            parent.session().numbers().giveBack(offered);
        }
        if (part == null) {
            return null;
        }
        Members members = part.all();
        Numbers numbers = Numbers.of(members, member -> split.number(all.rankOf(members.worldRank(member))));
        return ofTwo(numbers, part, origin);
    }

    private Intercommunicator ofTwo(Numbers numbers, Sides sides, String origin) {
        CommunicatorContext.OfSession session = parent.session();
        return parenting()
                .parented(session.kinds().ofTwoGroups(session, session.used(numbers, sides.all()), sides, origin));
    }

    private void checkSplit(int color) {
        parent.arguments().usable();
        if (color < 0 && color != Mpi.UNDEFINED) {
            throw new MpiException(ErrorClass.ARG, "color " + color + " is negative and not UNDEFINED");
        }
    }

    private <C> @Nullable C part(Split split, int offered, String origin, Maker<C> maker) {
        Members all = parent.members();
        int[] part = split.partOf(all.rank());
        if (part.length == 0) {
            parent.session().numbers().giveBack(offered);
            return null;
        }
        Members members = all.part(part);
        if (!members.isFirstOfJob()) {
            parent.session().numbers().giveBack(offered);
        }
        return child(maker, Numbers.of(members, member -> split.number(part[member])), members, origin);
    }

    /** A communicator of only the ranks that call it: the first of them tells the others its number. */
    Mono<Communicator> create(Group group, int tag) {
        String name = "create(" + parent.state().inWords() + ", tag " + tag + ")";
        return OperationMono.of(parent.engine(), parent.arguments(), name, Mono.defer(() -> {
            int[] ranks = parent.arguments().members(group, tag);
            if (IntStream.of(ranks).noneMatch(rank -> rank == parent.members().rank())) {
                return Mono.empty();
            }
            String origin = parent.state().label() + ".create(tag " + tag + ")";
            Members members = parent.members().part(ranks);
            Mono<Numbers> numbers = ranks[0] == parent.members().rank()
                    ? numbersFor(ranks, members, tag)
                    : numbersOf(ranks[0], members, tag);
            return numbers.map(told -> plain(told, members, shortened(origin)));
        }));
    }

    /** The first member tells all others; from the first ones of other jobs it hears their numbers before. */
    private Mono<Numbers> numbersFor(int[] ranks, Members members, int tag) {
        OperationContext at = parent.endpoint(Purpose.CREATION);
        int[] numbers = new int[members.areOfOneJob() ? 1 : members.size()];
        return Mono.<Void>fromRunnable(
                        () -> numbers[0] = parent.session().numbers().take())
                .subscribeOn(parent.engine().scheduler())
                .thenMany(Flux.range(1, numbers.length - 1).filter(member -> members.firstOfJob(member) == member))
                .flatMap(member -> {
                    int[] heard = new int[1];
                    return ReceiveMono.into(at, Buffers.of(heard), ranks[member], tag)
                            .doOnNext(received -> numbers[member] = heard[0]);
                })
                .then(Mono.defer(() -> Mono.when(IntStream.of(ranks)
                        .skip(1)
                        .mapToObj(rank -> new SendMono(at, Buffers.of(numbers), rank, tag, SendMode.STANDARD))
                        .toList())))
                .publishOn(parent.engine().scheduler())
                .then(Mono.fromSupplier(() -> numbers(numbers, members)));
    }

    private Mono<Numbers> numbersOf(int leader, Members members, int tag) {
        OperationContext at = parent.endpoint(Purpose.CREATION);
        int[] numbers = new int[members.areOfOneJob() ? 1 : members.size()];
        Mono<Void> offered = members.areOfOneJob() || !members.isFirstOfJob()
                ? Mono.empty()
                : Mono.fromSupplier(parent.session().numbers()::take)
                        .subscribeOn(parent.engine().scheduler())
                        .flatMap(number -> new SendMono(at, Buffers.ints(number), leader, tag, SendMode.STANDARD))
                        .then();
        return offered.then(ReceiveMono.into(at, Buffers.of(numbers), leader, tag))
                .map(received -> numbers(numbers, members));
    }

    private static Numbers numbers(int[] told, Members members) {
        return Numbers.of(members, member -> told[member]);
    }

    /** This rank's end of the communicator that is left when the others have failed. */
    @OnProgressThread
    Communicator shrunk(Decision decision, int[] left) {
        Members members = parent.members().part(left);
        return plain(numbers(decision, left, members), members, origin("shrink", ""));
    }

    private static Numbers numbers(Decision decision, int[] left, Members members) {
        return Numbers.of(members, member -> decision.offer(left[member]));
    }

    /** The same of two groups; null where one of them is gone. */
    @OnProgressThread
    @Nullable
    Intercommunicator shrunkTwo(Decision decision, int[] left) {
        String origin = origin("shrink", "");
        Members members = parent.members().part(left);
        Numbers numbers = numbers(decision, left, members);
        Sides part = parent.sides().part(left);
        if (part != null) {
            return ofTwo(numbers, part, origin);
        }
        if (members.isFirstOfJob()) {
            parent.session().numbers().giveBack(numbers.own());
        }
        return null;
    }

    /** A communicator of all processes that are there. */
    Mono<Communicator> present() {
        return called("shrink", parent.arguments()::exists, all -> {
            IntStream.range(0, parent.members().size())
                    .filter(rank -> !all.members().get(rank))
                    .forEach(parent.engine()::noteKnown);
            int[] ranks = all.members().stream().toArray();
            return plain(Numbers.of(all.offer()), parent.members().part(ranks), origin("shrink", ""));
        });
    }

    /** Calls all ranks of the world; each of them makes its end of what they have come together for. */
    private <T> Mono<T> called(String name, Runnable check, Function<Gathering, T> made) {
        return Agreed.mono(
                parent,
                name,
                check,
                told -> parent.engine().callAll(parent.session().numbers()::take, told),
                made);
    }

    /** The members, if all have come. Otherwise all that have come fail. */
    private Members whole(Gathering all) {
        int missing = all.members().nextClearBit(0);
        if (missing < parent.members().size()) {
            if (all.offeredHere()) {
                parent.session().numbers().giveBack(all.offer());
            }
            parent.engine().noteKnown(missing);
            PeerLostException loss = parent.state().loss(missing);
            throw ContractFailures.lost(
                    loss == null ? new PeerLostException(missing, "was not there, as other ranks say", null) : loss,
                    parent.members());
        }
        return parent.members();
    }

    private Communicator plain(Numbers numbers, Members members, String origin) {
        CommunicatorContext.OfSession session = parent.session();
        return parenting()
                .parented(session.kinds().ofOneGroup(session, session.used(numbers, members), members, origin));
    }

    /** With whose error handler the communicators begin that are made here. */
    Arguments parenting() {
        return parent.arguments();
    }

    /** What ranks have come together in for a call; no user hears of it. */
    private Children unnamed(Numbers numbers, Members members, String origin) {
        CommunicatorContext.OfSession session = parent.session();
        CommunicatorContext made =
                CommunicatorContext.of(session, session.used(numbers, members), Sides.of(members), origin);
        return new Children(made, made.together()) {
            @Override
            Arguments parenting() {
                return Children.this.parenting();
            }
        };
    }

    private Mono<Void> end() {
        return new Freeing(parent, collectives, parent.questions(parent.streams()), new AttributeMap()).free();
    }

    private <C> C child(Maker<C> maker, Numbers numbers, Members members, String origin) {
        return parenting().parented(maker.make(parent.session().used(numbers, members), members, origin));
    }

    /** An intercommunicator of this group and another one. */
    Mono<Intercommunicator> join(Joining joining) {
        return collectives.operation(
                "intercommunicator",
                joining::check,
                operation -> joining.join(operation, origin("intercommunicator", "")));
    }

    /**
     * An intercommunicator of this group and the next one that connects to a port.
     *
     * @param port one of the root's; looked at there
     */
    Mono<Intercommunicator> accept(@Nullable Port port, int root) {
        return meet("accept", root, Meeting.Part.ACCEPTS, () -> ports().accept(port));
    }

    /** One of this group and one that has opened a port. */
    Mono<Intercommunicator> connect(@Nullable String portName, int root) {
        return meet("connect", root, Meeting.Part.CONNECTS, () -> ports().connect(portName));
    }

    /**
     * An intercommunicator of this group and one that was started apart.
     *
     * @param call what its user has called
     * @param part of this group
     * @param atRoot how the root finds the other one
     */
    private Mono<Intercommunicator> meet(String call, int root, Meeting.Part part, Supplier<Rendezvous> atRoot) {
        return OperationMono.of(parent.engine(), parent.arguments(), collectives.inWords(call), Mono.defer(() -> {
            Rendezvous way = parent.members().rank() == root ? atRoot.get() : null;
            Mono<Intercommunicator> met = collectives.operation(
                    call,
                    () -> {
                        parent.arguments().usable();
                        parent.arguments().root(root);
                    },
                    operation -> new Meeting(parent, root, part, way).meet(operation, origin(call, "")));
            return way == null ? met : met.doOnCancel(() -> onProgressThread(way::cancel));
        }));
    }

    /** One group after the other that connects to a port, as this one is asked for them; it waits for them by profession. */
    Flux<Intercommunicator> accepts(@Nullable Port port, int root) {
        Flux<Intercommunicator> all = accept(port, root)
                .contextWrite(Mpi.LISTENING)
                .repeat()
                .onErrorResume(PortClosedException.class, closed -> Flux.empty());
        return parent.members().rank() == root
                ? all.doOnCancel(() -> onProgressThread(() -> ports().refuseWaiting(port)))
                : all;
    }

    private CorePorts ports() {
        return parent.session().ports().get();
    }

    private void onProgressThread(Runnable task) {
        try {
            parent.engine().execute(task);
        } catch (RejectedExecutionException ended) {
            // And with it all that waits.
        }
    }

    /** One communicator of both groups. */
    Mono<Communicator> merge(boolean high) {
        return collectives.operation(
                "merge",
                parent.arguments()::usable,
                operation -> Joining.merged(parent, operation, high, origin("merge", "")));
    }

    /** How the next child is made: the call, the arguments in words if there are any, and how many such calls there were. */
    @OnProgressThread
    private String origin(String call, String arguments) {
        int count = calls.merge(call, 1, Integer::sum);
        return shortened(parent.state().label() + "." + call + "(" + arguments + ")" + (count == 1 ? "" : "#" + count));
    }

    /** Without its middle where it is too long. */
    static String shortened(String origin) {
        int tooMany = origin.length() - MOST_CHARACTERS;
        return tooMany <= 0
                ? origin
                : origin.substring(0, FIRST_CHARACTERS)
                        + LEFT_OUT
                        + origin.substring(FIRST_CHARACTERS + LEFT_OUT.length() + tooMany);
    }

    /**
     * What each rank has said about a split: its color, its key, and a number for the new communicator if it leads it. All
     * ranks have the same table, and so come to the same parts.
     *
     * @param table three numbers of rank 0, then those of rank 1, and so on
     */
    private record Split(int[] table) {

        private static final int WIDTH = 3;
        private static final int WIDTH_WITH_HOST = 5;

        /** The same, where each rank has said two numbers more, which are its host: its color is the host's number. */
        static Split byHost(int[] told) {
            int[] table = new int[told.length / WIDTH_WITH_HOST * WIDTH];
            Map<Long, Integer> firsts = new HashMap<>();
            for (int rank = 0; rank < table.length / WIDTH; rank++) {
                int from = rank * WIDTH_WITH_HOST;
                System.arraycopy(told, from, table, rank * WIDTH, WIDTH);
                int color = firsts.computeIfAbsent(host(told, rank), first -> firsts.size());
                if (table[rank * WIDTH] != Mpi.UNDEFINED) {
                    table[rank * WIDTH] = color;
                }
            }
            return new Split(table);
        }

        /** The same, where the first ranks are one part: in their new order, which their hosts give. */
        static Split ordered(int[] told, int places, Function<HostTable, int[]> newRanks) {
            int[] order = newRanks.apply(HostTable.of(IntStream.range(0, places)
                    .mapToLong(rank -> host(told, rank))
                    .toArray()));
            int[] table = new int[told.length / WIDTH_WITH_HOST * WIDTH];
            for (int rank = 0; rank < table.length / WIDTH; rank++) {
                System.arraycopy(told, rank * WIDTH_WITH_HOST, table, rank * WIDTH, WIDTH);
                table[rank * WIDTH + 1] = rank < places ? order[rank] : 0;
            }
            return new Split(table);
        }

        private static long host(int[] told, int rank) {
            int at = rank * WIDTH_WITH_HOST + WIDTH;
            return (long) told[at] << Integer.SIZE | Integer.toUnsignedLong(told[at + 1]);
        }

        /** The ranks in the same part as a rank, in the order of the new ranks; nobody if its color is undefined. */
        int[] partOf(int rank) {
            int color = color(rank);
            if (color == Mpi.UNDEFINED) {
                return new int[0];
            }
            return IntStream.range(0, table.length / WIDTH)
                    .filter(other -> color(other) == color)
                    .boxed()
                    .sorted(Comparator.comparingInt(this::key))
                    .mapToInt(Integer::intValue)
                    .toArray();
        }

        private int color(int rank) {
            return table[rank * WIDTH];
        }

        private int key(int rank) {
            return table[rank * WIDTH + 1];
        }

        /** The number that a rank has offered. */
        int number(int rank) {
            return table[rank * WIDTH + 2];
        }
    }
}
