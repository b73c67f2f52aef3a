package org.reactivempi.core.communicator;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
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
import org.reactivempi.core.collective.CollectiveContext;
import org.reactivempi.core.operation.ContractFailures;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.operation.ReceiveMono;
import org.reactivempi.core.operation.SendMono;
import org.reactivempi.core.placement.HostTable;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import org.reactivempi.transport.engine.port.EngineCommunicator.Gathering;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.SendMode;
import reactor.core.publisher.Mono;

/**
 * Communicators made of one: its ranks agree on the members of each, and on their numbers. Rank 0 of a new communicator gives it
 * one of its {@link ContextNumbers}.
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

        C make(int number, Members members, String origin);
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
                ? called(call, check, all -> child(maker, all.offer(), whole(all), origin(call, "")))
                        .flatMap(finish)
                : dupOfMembers(call, check, maker, finish);
    }

    private <C, R> Mono<R> dupOfMembers(
            String call, Runnable check, Maker<C> maker, Function<? super C, Mono<R>> finish) {
        return collectives.operation(call, check, operation -> {
            String origin = origin(call, "");
            return operation
                    .broadcast(
                            parent.members().rank() == 0
                                    ? parent.session().numbers().take()
                                    : ContextNumbers.NONE)
                    .map(number -> child(maker, number, parent.members(), origin))
                    .flatMap(finish);
        });
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
                        return unnamed(all.offer(), whole(all), origin[0]);
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
        if (part == null || part.all().rank() != 0) {
            parent.session().numbers().giveBack(offered);
        }
        return part == null ? null : ofTwo(split.number(all.rankOf(part.all().worldRank(0))), part, origin);
    }

    private Intercommunicator ofTwo(int number, Sides sides, String origin) {
        CommunicatorContext.OfSession session = parent.session();
        return parenting()
                .parented(session.kinds().ofTwoGroups(session, session.used(number, sides.all()), sides, origin));
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
        if (part.length == 0 || part[0] != all.rank()) {
            parent.session().numbers().giveBack(offered);
        }
        return part.length == 0 ? null : child(maker, split.number(part[0]), all.part(part), origin);
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
            Mono<Integer> number =
                    ranks[0] == parent.members().rank() ? numberFor(ranks, tag) : numberOf(ranks[0], tag);
            return number.map(told -> plain(told, parent.members().part(ranks), shortened(origin)));
        }));
    }

    private Mono<Integer> numberFor(int[] ranks, int tag) {
        OperationContext at = parent.endpoint(Purpose.CREATION);
        return Mono.fromSupplier(parent.session().numbers()::take)
                .subscribeOn(parent.engine().scheduler())
                .flatMap(number -> Mono.when(IntStream.of(ranks)
                                .skip(1)
                                .mapToObj(rank -> new SendMono(at, Buffers.ints(number), rank, tag, SendMode.STANDARD))
                                .toList())
                        .thenReturn(number)
                        .publishOn(parent.engine().scheduler()));
    }

    private Mono<Integer> numberOf(int leader, int tag) {
        int[] number = new int[1];
        return ReceiveMono.into(parent.endpoint(Purpose.CREATION), Buffers.of(number), leader, tag)
                .map(received -> number[0]);
    }

    /** This rank's end of the communicator that is left when the others have failed. */
    @OnProgressThread
    Communicator shrunk(int number, int[] left) {
        return plain(number, parent.members().part(left), origin("shrink", ""));
    }

    /** The same of two groups; null where one of them is gone. Its number is that of the first rank that is left. */
    @OnProgressThread
    @Nullable
    Intercommunicator shrunkTwo(int number, int[] left) {
        String origin = origin("shrink", "");
        Sides part = parent.sides().part(left);
        if (part != null) {
            return ofTwo(number, part, origin);
        }
        if (left[0] == parent.members().rank()) {
            parent.session().numbers().giveBack(number);
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
            return plain(all.offer(), parent.members().part(ranks), origin("shrink", ""));
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

    private Communicator plain(int number, Members members, String origin) {
        CommunicatorContext.OfSession session = parent.session();
        return parenting()
                .parented(session.kinds().ofOneGroup(session, session.used(number, members), members, origin));
    }

    /** With whose error handler the communicators begin that are made here. */
    Arguments parenting() {
        return parent.arguments();
    }

    /** What ranks have come together in for a call; no user hears of it. */
    private Children unnamed(int number, Members members, String origin) {
        CommunicatorContext.OfSession session = parent.session();
        CommunicatorContext made =
                CommunicatorContext.of(session, session.used(number, members), Sides.of(members), origin);
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

    private <C> C child(Maker<C> maker, int number, Members members, String origin) {
        return parenting().parented(maker.make(parent.session().used(number, members), members, origin));
    }

    /** An intercommunicator of this group and another one. */
    Mono<Intercommunicator> join(Joining joining) {
        return collectives.operation(
                "intercommunicator",
                joining::check,
                operation -> joining.join(operation, origin("intercommunicator", "")));
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
