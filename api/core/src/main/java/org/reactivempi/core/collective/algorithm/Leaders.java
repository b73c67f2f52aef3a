package org.reactivempi.core.collective.algorithm;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.Plan.Range;
import org.reactivempi.core.collective.plan.PlanBuilder;

/**
 * Operations in two levels: inside of each host, and between hosts among one rank of each, its leader. Each part is the plan that as many
 * ranks would run by, put into this one with its ranks renumbered.
 *
 * <pre>
 *   host 0      host 1      host 2
 *  0  1  2     3  4  5     6  7  8       what all ranks of a host have comes together at its leader,
 *  |_/__/      |_/__/      |_/__/        leaders exchange it, log2(hosts) messages one after the other,
 *  0===========3===========6             and then their hosts get it from them
 *  |\__\      |\__\      |\__\
 *  0  1  2     3  4  5     6  7  8
 * </pre>
 * The root of an operation leads its host; of a scan, the last rank of each host leads it, since that has what they are together.
 */
final class Leaders {

    /** Up to here the fewest messages between hosts matter; longer ones are better cut into pieces among all ranks. */
    static final long MOST_BYTES = 32 << 10;

    /** The same for what each rank gives or gets. */
    static final long MOST_BYTES_OF_A_RANK = 4 << 10;

    /** The same for what all ranks of a host give all others, which is what passes through its leader. */
    static final long MOST_BYTES_OF_A_HOST = 24 << 10;

    private final PlanBuilder plan;
    private final Task task;
    private final Hosts hosts;
    private final int rank;
    private final int host;
    private final int[] near;
    private final int[] leaders;
    private final boolean leads;

    /** For a task, with the root leading its host. */
    private Leaders(PlanBuilder plan, Task task) {
        this.plan = plan;
        this.task = task;
        this.hosts = task.hosts();
        this.rank = task.rank();
        this.host = hosts.of(rank);
        this.near = hosts.ranks(host);
        this.leaders = hosts.leaders(task.root());
        this.leads = leaders[host] == rank;
    }

    /** This rank's place among those of its host. */
    private int place() {
        return Arrays.binarySearch(near, rank);
    }

    /** The place of the host's leader. */
    private int leader() {
        return Arrays.binarySearch(near, leaders[host]);
    }

    /** Among the ranks of this host. */
    private Member inHost() {
        return new Member(place(), near.length);
    }

    /** Among the leaders. */
    private Member ofLeaders() {
        return new Member(host, leaders.length);
    }

    /** The root of the operation, or its leader, among the leaders. */
    private int rootLeader() {
        return hosts.of(task.root());
    }

    private void includeInHost(Plan part, int send, int receive) {
        plan.include(part, near, send, receive);
    }

    private void includeBetween(Plan part, int send, int receive) {
        plan.include(part, leaders, send, receive);
    }

    /** The same operation among others, with a vector that is as long. */
    private Task same(Member member, int root, boolean inPlace) {
        return Task.reducing(
                task.operation(), member, root, task.bytes(), task.elementBytes(), task.commutative(), inPlace);
    }

    /** A barrier. */
    static void barrier(PlanBuilder plan, Task task) {
        Leaders all = new Leaders(plan, task);
        PlanBuilder coming = new PlanBuilder(all.place(), all.near.length);
        new Binomial(coming, all.leader()).collect();
        all.includeInHost(coming.build(Binomial.NAME), Plan.SEND, Plan.RECEIVE);
        plan.fence();
        if (all.leads) {
            all.includeBetween(task.operation().plan(all.same(all.ofLeaders(), 0, false)), Plan.SEND, Plan.RECEIVE);
        }
        plan.fence();
        PlanBuilder going = new PlanBuilder(all.place(), all.near.length);
        new Binomial(going, all.leader()).release();
        all.includeInHost(going.build(Binomial.NAME), Plan.SEND, Plan.RECEIVE);
    }

    /** The root's data for all. */
    static void bcast(PlanBuilder plan, Task task) {
        Leaders all = new Leaders(plan, task);
        if (all.leads) {
            Task between = all.same(all.ofLeaders(), all.rootLeader(), false);
            all.includeBetween(task.operation().plan(between), Plan.SEND, Plan.RECEIVE);
        }
        all.bcastInHost(all.leader(), task.bytes(), Plan.RECEIVE);
    }

    private void bcastInHost(int from, long bytes, int slot) {
        includeInHost(Broadcasts.BCAST.plan(Task.of(Broadcasts.BCAST, inHost(), from, bytes, false)), slot, slot);
    }

    /** All ranks reduced for the root; in the order of the ranks where each host has a row of them. */
    static void reduce(PlanBuilder plan, Task task) {
        Leaders all = new Leaders(plan, task);
        int own = Plan.SEND;
        boolean isThere = task.inPlace() && task.isRoot();
        if (all.near.length > 1) {
            int result = task.isRoot() ? Plan.RECEIVE : all.leads ? plan.scratch(task.bytes()) : own;
            all.reduceInHost(isThere, own, result);
            own = result;
            isThere = task.isRoot();
        }
        if (all.leads) {
            Task between = all.same(all.ofLeaders(), all.rootLeader(), isThere);
            all.includeBetween(Reductions.REDUCE.plan(Binomial.NAME, between), own, Plan.RECEIVE);
        }
    }

    /** To the leader, by vectors that travel whole. */
    private void reduceInHost(boolean inPlace, int own, int result) {
        Task inHost = same(inHost(), leader(), inPlace);
        includeInHost(Reductions.REDUCE.plan(Binomial.NAME, inHost), own, result);
    }

    /** All ranks reduced for all; in the order of the ranks where each host has a row of them. */
    static void allreduce(PlanBuilder plan, Task task) {
        Leaders all = new Leaders(plan, task);
        boolean isThere = task.inPlace();
        if (all.near.length > 1) {
            int own = Places.own(task);
            all.reduceInHost(isThere && all.leads, own, all.leads ? Plan.RECEIVE : own);
            isThere = true;
        }
        if (all.leads) {
            Task between = all.same(all.ofLeaders(), 0, isThere);
            all.includeBetween(task.operation().plan(between), Plan.SEND, Plan.RECEIVE);
        }
        all.bcastInHost(all.leader(), task.bytes(), Plan.RECEIVE);
    }

    /** For each rank all up to it, in the order of the ranks, where each host has a row of them. */
    static void scan(PlanBuilder plan, Task task) {
        Leaders all = new Leaders(plan, task);
        all.includeInHost(task.operation().plan(all.same(all.inHost(), 0, task.inPlace())), Plan.SEND, Plan.RECEIVE);
        all.behindEarlierHosts(Plan.RECEIVE, true);
    }

    /** For each rank all before it, in the order of the ranks, where each host has a row of them. */
    static void exscan(PlanBuilder plan, Task task) {
        Leaders all = new Leaders(plan, task);
        long bytes = task.bytes();
        boolean isFirst = all.place() == 0;
        boolean sums = all.rank == all.hosts.last(all.host) && !isFirst;
        int own = Places.own(task);
        int together = sums ? plan.scratch(bytes) : own;
        if (sums && task.inPlace()) {
            plan.copy(own, 0, together, 0, bytes);
            own = together;
        }
        all.includeInHost(task.operation().plan(all.same(all.inHost(), 0, task.inPlace())), Plan.SEND, Plan.RECEIVE);
        if (sums) {
            plan.reduce(new Range(Plan.RECEIVE, 0, bytes), new Range(own, 0, bytes), together, 0);
        }
        all.behindEarlierHosts(together, !isFirst);
    }

    /**
     * Reduces what all earlier hosts have with what this rank has.
     *
     * @param together the slot of what all ranks of this host are together, at the last one of them
     * @param hasOwn whether this rank has anything; otherwise it gets the others' as it is
     */
    private void behindEarlierHosts(int together, boolean hasOwn) {
        long bytes = task.bytes();
        int earlier = host == 0 ? Plan.RECEIVE : plan.scratch(bytes);
        if (rank == hosts.last(host)) {
            int[] lasts = IntStream.range(0, leaders.length).map(hosts::last).toArray();
            Task between = Task.of(PrefixReductions.EXSCAN, ofLeaders(), 0, bytes, false);
            plan.include(PrefixReductions.EXSCAN.plan(between), lasts, together, earlier);
        }
        if (host == 0) {
            return;
        }
        bcastInHost(near.length - 1, bytes, earlier);
        if (hasOwn) {
            plan.reduce(new Range(earlier, 0, bytes), new Range(Plan.RECEIVE, 0, bytes), Plan.RECEIVE, 0);
        } else {
            plan.copy(earlier, 0, Plan.RECEIVE, 0, bytes);
        }
    }

    /** A block of each rank for the root, all of one length, where each host has a row of ranks. */
    static void gather(PlanBuilder plan, Task task) {
        Leaders all = new Leaders(plan, task);
        long block = task.bytes();
        if (!all.leads) {
            plan.send(all.leaders[all.host], Plan.SEND, 0, block);
            return;
        }
        long[] starts = Places.equal(plan.size(), block);
        int slot = task.isRoot() ? Plan.RECEIVE : plan.scratch(all.near.length * block);
        all.takeFromHost(slot, starts, task.isRoot() ? 0 : starts[all.near[0]], task.inPlace());
        all.includeBetween(all.withBlocksOfHosts(starts, all.rootLeader(), task.isRoot()), slot, Plan.RECEIVE);
    }

    /** A block of the root for each rank, all of one length, where each host has a row of ranks. */
    static void scatter(PlanBuilder plan, Task task) {
        Leaders all = new Leaders(plan, task);
        long block = task.bytes();
        if (!all.leads) {
            plan.receive(all.leaders[all.host], Plan.RECEIVE, 0, block);
            return;
        }
        long[] starts = Places.equal(plan.size(), block);
        int slot = task.isRoot() ? Plan.SEND : plan.scratch(all.near.length * block);
        all.includeBetween(all.withBlocksOfHosts(starts, all.rootLeader(), task.isRoot()), Plan.SEND, slot);
        long base = task.isRoot() ? 0 : starts[all.near[0]];
        for (int other : all.near) {
            if (other != all.rank) {
                plan.send(other, slot, starts[other] - base, block);
            }
        }
        if (!task.inPlace()) {
            plan.copy(slot, starts[all.rank] - base, Plan.RECEIVE, 0, block);
        }
    }

    /** A block of each rank for all, of whatever length, where each host has a row of ranks. */
    static void allgather(PlanBuilder plan, Task task) {
        Leaders all = new Leaders(plan, task);
        long[] starts = Places.of(task.blocks());
        if (all.leads) {
            all.takeFromHost(Plan.RECEIVE, starts, 0, task.inPlace());
            all.includeBetween(all.withBlocksOfHosts(starts, 0, true), Plan.SEND, Plan.RECEIVE);
        } else {
            plan.send(
                    all.leaders[all.host],
                    Places.own(task),
                    task.inPlace() ? starts[all.rank] : 0,
                    Places.length(starts, all.rank));
        }
        all.bcastInHost(all.leader(), starts[plan.size()], Plan.RECEIVE);
    }

    /**
     * A block of each rank for each rank, all of one length, where each host has a row of ranks. A leader has the rows of its host's
     * ranks, sends what stands in them for another host in one message, and gives each of its ranks the column of the ones that have come.
     */
    static void alltoall(PlanBuilder plan, Task task) {
        Leaders all = new Leaders(plan, task);
        Hosts hosts = all.hosts;
        long block = task.bytes();
        long row = plan.size() * block;
        if (!all.leads) {
            plan.send(all.leaders[all.host], Places.own(task), 0, row);
            plan.receive(all.leaders[all.host], Plan.RECEIVE, 0, row);
            return;
        }
        long column = all.near.length * block;
        int rows = plan.scratch(all.near.length * row);
        int leaving = plan.scratch(all.near.length * row);
        int come = plan.scratch(all.near.length * row);
        all.takeRows(Places.own(task), rows, row);
        for (int i = 0; i < all.leaders.length; i++) {
            // Each leader begins with another one, so that not all send to the same.
            int other = (all.host + i) % all.leaders.length;
            long first = hosts.ranks(other)[0] * block;
            long width = hosts.ranks(other).length * block;
            long length = width * all.near.length;
            int target = i == 0 ? come : leaving;
            long at = hosts.ranks(other)[0] * column;
            plan.copy(rows, first, target, at, length, new Plan.Pieces(width, row, width));
            if (i > 0) {
                plan.send(all.leaders[other], leaving, at, length);
            }
        }
        for (int i = 1; i < all.leaders.length; i++) {
            int other = (all.host + all.leaders.length - i) % all.leaders.length;
            plan.receive(all.leaders[other], come, hosts.ranks(other)[0] * column, hosts.ranks(other).length * column);
        }
        all.giveColumns(come, rows, block, row);
    }

    /** What each rank of the host has for all, row by row. */
    private void takeRows(int own, int rows, long row) {
        for (int i = 0; i < near.length; i++) {
            if (near[i] == rank) {
                plan.copy(own, 0, rows, i * row, row);
            } else {
                plan.receive(near[i], rows, i * row, row);
            }
        }
    }

    /** To each rank of the host what all have for it: every so many blocks the next one. */
    private void giveColumns(int come, int columns, long block, long column) {
        Plan.Pieces ofOne = new Plan.Pieces(block, near.length * block, block);
        for (int i = 0; i < near.length; i++) {
            boolean isOwn = near[i] == rank;
            plan.copy(come, i * block, isOwn ? Plan.RECEIVE : columns, isOwn ? 0 : i * column, column, ofOne);
            if (!isOwn) {
                plan.send(near[i], columns, i * column, column);
            }
        }
    }

    /**
     * The blocks of this host's ranks, at its leader.
     *
     * @param starts where the block of each rank begins, and where the last one ends
     * @param base which of these places is the slot's beginning
     * @param inPlace whether the leader's own block stands there already
     */
    private void takeFromHost(int slot, long[] starts, long base, boolean inPlace) {
        if (!inPlace) {
            plan.copy(Plan.SEND, 0, slot, starts[rank] - base, Places.length(starts, rank));
        }
        for (int other : near) {
            if (other != rank) {
                plan.receive(other, slot, starts[other] - base, Places.length(starts, other));
            }
        }
    }

    /** The same operation among leaders, each with the blocks of its host's row of ranks. */
    private Plan withBlocksOfHosts(long[] starts, int root, boolean inPlace) {
        long[] ofHosts = new long[leaders.length];
        Arrays.setAll(ofHosts, each -> {
            int[] row = hosts.ranks(each);
            return starts[row[row.length - 1] + 1] - starts[row[0]];
        });
        Algorithms operation = task.operation();
        boolean areAlike = Arrays.stream(ofHosts).allMatch(length -> length == ofHosts[0]);
        return operation.plan(
                areAlike
                        ? Task.of(operation, ofLeaders(), root, ofHosts[0], inPlace)
                        : Task.ofBlocks(operation, ofLeaders(), root, ofHosts, inPlace));
    }
}
