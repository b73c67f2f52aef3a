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
public final class Leaders {

    /** Up to here the fewest messages between hosts matter; longer ones are better cut into pieces among all ranks. */
    static final long MOST_BYTES = 32 << 10;

    /** The same for what each rank gives or gets. */
    static final long MOST_BYTES_OF_A_RANK = 4 << 10;

    /** The same for what all ranks of a host give all others, which is what passes through its leader. */
    static final long MOST_BYTES_OF_A_HOST = 24 << 10;

    private static final String NAME = "leaders";

    private final PlanBuilder plan;
    private final int rank;
    private final int host;
    private final int[] near;
    private final int[] leaders;
    private final boolean leads;

    private Leaders(int rank, Hosts hosts, int root) {
        this.plan = new PlanBuilder(rank, hosts.size());
        this.rank = rank;
        this.host = hosts.of(rank);
        this.near = hosts.ranks(host);
        this.leaders = hosts.leaders(root);
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

    /** A barrier. */
    public static Plan barrier(int rank, Hosts hosts) {
        Leaders all = new Leaders(rank, hosts, 0);
        PlanBuilder plan = all.plan;
        PlanBuilder coming = new PlanBuilder(all.place(), all.near.length);
        new Binomial(coming, all.leader()).collect();
        plan.include(coming.build("binomial"), all.near, Plan.SEND, Plan.RECEIVE);
        plan.fence();
        if (all.leads) {
            plan.include(Dissemination.barrier(all.host, all.leaders.length), all.leaders, Plan.SEND, Plan.RECEIVE);
        }
        plan.fence();
        PlanBuilder going = new PlanBuilder(all.place(), all.near.length);
        new Binomial(going, all.leader()).release();
        plan.include(going.build("binomial"), all.near, Plan.SEND, Plan.RECEIVE);
        return plan.build(NAME);
    }

    /** The root's data for all. */
    public static Plan bcast(int rank, Hosts hosts, int root, long bytes) {
        Leaders all = new Leaders(rank, hosts, root);
        if (all.leads) {
            Plan between = Choice.bcast(all.host, all.leaders.length, hosts.of(root), bytes);
            all.plan.include(between, all.leaders, Plan.SEND, Plan.RECEIVE);
        }
        all.bcastInHost(bytes);
        return all.plan.build(NAME);
    }

    private void bcastInHost(long bytes) {
        plan.include(Choice.bcast(place(), near.length, leader(), bytes), near, Plan.SEND, Plan.RECEIVE);
    }

    /**
     * All ranks reduced for the root; in the order of the ranks where each host has a row of them.
     *
     * @param inPlace at the root, whether what it gives stands where the result goes
     */
    public static Plan reduce(int rank, Hosts hosts, int root, long bytes, boolean commutative, boolean inPlace) {
        Leaders all = new Leaders(rank, hosts, root);
        int own = Plan.SEND;
        boolean isThere = inPlace && rank == root;
        if (all.near.length > 1) {
            int result = rank == root ? Plan.RECEIVE : all.leads ? all.plan.scratch(bytes) : own;
            all.reduceInHost(bytes, commutative, isThere, own, result);
            own = result;
            isThere = rank == root;
        }
        if (all.leads) {
            Plan between = Choice.reduce(all.host, all.leaders.length, hosts.of(root), bytes, commutative, isThere);
            all.plan.include(between, all.leaders, own, Plan.RECEIVE);
        }
        return all.plan.build(NAME);
    }

    private void reduceInHost(long bytes, boolean commutative, boolean inPlace, int own, int result) {
        plan.include(Choice.reduce(place(), near.length, leader(), bytes, commutative, inPlace), near, own, result);
    }

    /** All ranks reduced for all; in the order of the ranks where each host has a row of them. */
    public static Plan allreduce(int rank, Hosts hosts, long bytes, int element, boolean commutative, boolean inPlace) {
        Leaders all = new Leaders(rank, hosts, 0);
        boolean isThere = inPlace;
        if (all.near.length > 1) {
            int own = inPlace ? Plan.RECEIVE : Plan.SEND;
            all.reduceInHost(bytes, commutative, inPlace && all.leads, own, all.leads ? Plan.RECEIVE : own);
            isThere = true;
        }
        if (all.leads) {
            Plan between = Choice.allreduce(all.host, all.leaders.length, bytes, element, commutative, isThere);
            all.plan.include(between, all.leaders, Plan.SEND, Plan.RECEIVE);
        }
        all.bcastInHost(bytes);
        return all.plan.build(NAME);
    }

    /** For each rank all up to it, in the order of the ranks, where each host has a row of them. */
    public static Plan scan(int rank, Hosts hosts, long bytes, boolean inPlace) {
        Leaders all = new Leaders(rank, hosts, 0);
        all.plan.include(Choice.scan(all.place(), all.near.length, bytes, inPlace), all.near, Plan.SEND, Plan.RECEIVE);
        all.behindEarlierHosts(hosts, Plan.RECEIVE, bytes, true);
        return all.plan.build(NAME);
    }

    /** For each rank all before it, in the order of the ranks, where each host has a row of them. */
    public static Plan exscan(int rank, Hosts hosts, long bytes, boolean inPlace) {
        Leaders all = new Leaders(rank, hosts, 0);
        PlanBuilder plan = all.plan;
        boolean isFirst = all.place() == 0;
        boolean sums = rank == hosts.last(all.host) && !isFirst;
        int own = inPlace ? Plan.RECEIVE : Plan.SEND;
        int together = sums ? plan.scratch(bytes) : own;
        if (sums && inPlace) {
            plan.copy(own, 0, together, 0, bytes);
            own = together;
        }
        plan.include(Choice.exscan(all.place(), all.near.length, bytes, inPlace), all.near, Plan.SEND, Plan.RECEIVE);
        if (sums) {
            plan.reduce(new Range(Plan.RECEIVE, 0, bytes), new Range(own, 0, bytes), together, 0);
        }
        all.behindEarlierHosts(hosts, together, bytes, !isFirst);
        return plan.build(NAME);
    }

    /**
     * Reduces what all earlier hosts have with what this rank has.
     *
     * @param together the slot of what all ranks of this host are together, at the last one of them
     * @param hasOwn whether this rank has anything; otherwise it gets the others' as it is
     */
    private void behindEarlierHosts(Hosts hosts, int together, long bytes, boolean hasOwn) {
        int earlier = host == 0 ? Plan.RECEIVE : plan.scratch(bytes);
        if (rank == hosts.last(host)) {
            int[] lasts = IntStream.range(0, leaders.length).map(hosts::last).toArray();
            plan.include(Choice.exscan(host, lasts.length, bytes, false), lasts, together, earlier);
        }
        if (host == 0) {
            return;
        }
        plan.include(Choice.bcast(place(), near.length, near.length - 1, bytes), near, earlier, earlier);
        if (hasOwn) {
            plan.reduce(new Range(earlier, 0, bytes), new Range(Plan.RECEIVE, 0, bytes), Plan.RECEIVE, 0);
        } else {
            plan.copy(earlier, 0, Plan.RECEIVE, 0, bytes);
        }
    }

    /** A block of each rank for the root, all of one length, where each host has a row of ranks; as {@link Gathers#gatherAlongTree}. */
    public static Plan gather(int rank, Hosts hosts, int root, long block, boolean inPlace) {
        Leaders all = new Leaders(rank, hosts, root);
        PlanBuilder plan = all.plan;
        if (!all.leads) {
            plan.send(all.leaders[all.host], Plan.SEND, 0, block);
            return plan.build(NAME);
        }
        long[] starts = Places.equal(hosts.size(), block);
        boolean isRoot = rank == root;
        int slot = isRoot ? Plan.RECEIVE : plan.scratch(all.near.length * block);
        all.takeFromHost(slot, starts, isRoot ? 0 : starts[all.near[0]], inPlace);
        long[] ofHosts = all.ofHosts(hosts, starts);
        Plan between = areAlike(ofHosts)
                ? Choice.gather(all.host, ofHosts.length, hosts.of(root), ofHosts[0], isRoot)
                : Choice.gatherv(all.host, ofHosts.length, hosts.of(root), ofHosts[all.host], ofHosts, isRoot);
        plan.include(between, all.leaders, slot, Plan.RECEIVE);
        return plan.build(NAME);
    }

    /** A block of the root for each rank, all of one length, where each host has a row of ranks; as {@link Gathers#scatterAlongTree}. */
    public static Plan scatter(int rank, Hosts hosts, int root, long block, boolean inPlace) {
        Leaders all = new Leaders(rank, hosts, root);
        PlanBuilder plan = all.plan;
        if (!all.leads) {
            plan.receive(all.leaders[all.host], Plan.RECEIVE, 0, block);
            return plan.build(NAME);
        }
        long[] starts = Places.equal(hosts.size(), block);
        boolean isRoot = rank == root;
        int slot = isRoot ? Plan.SEND : plan.scratch(all.near.length * block);
        long[] ofHosts = all.ofHosts(hosts, starts);
        Plan between = areAlike(ofHosts)
                ? Choice.scatter(all.host, ofHosts.length, hosts.of(root), ofHosts[0], isRoot)
                : Choice.scatterv(all.host, ofHosts.length, hosts.of(root), ofHosts[all.host], ofHosts, isRoot);
        plan.include(between, all.leaders, Plan.SEND, slot);
        long base = isRoot ? 0 : starts[all.near[0]];
        for (int other : all.near) {
            if (other != rank) {
                plan.send(other, slot, starts[other] - base, block);
            }
        }
        if (!inPlace) {
            plan.copy(slot, starts[rank] - base, Plan.RECEIVE, 0, block);
        }
        return plan.build(NAME);
    }

    /** A block of each rank for all, of whatever length, where each host has a row of ranks. */
    public static Plan allgather(int rank, Hosts hosts, long[] blocks, boolean inPlace) {
        Leaders all = new Leaders(rank, hosts, 0);
        long[] starts = Places.of(blocks);
        if (all.leads) {
            all.takeFromHost(Plan.RECEIVE, starts, 0, inPlace);
            long[] ofHosts = all.ofHosts(hosts, starts);
            Plan between = Choice.allgather(all.host, ofHosts.length, ofHosts, true);
            all.plan.include(between, all.leaders, Plan.SEND, Plan.RECEIVE);
        } else {
            int leader = all.leaders[all.host];
            all.plan.send(
                    leader,
                    inPlace ? Plan.RECEIVE : Plan.SEND,
                    inPlace ? starts[rank] : 0,
                    Places.length(starts, rank));
        }
        all.bcastInHost(starts[hosts.size()]);
        return all.plan.build(NAME);
    }

    /**
     * A block of each rank for each rank, all of one length, where each host has a row of ranks. A leader has the rows of its host's
     * ranks, sends what stands in them for another host in one message, and gives each of its ranks the column of those that have come.
     */
    public static Plan alltoall(int rank, Hosts hosts, long block, boolean inPlace) {
        Leaders all = new Leaders(rank, hosts, 0);
        PlanBuilder plan = all.plan;
        int own = inPlace ? Plan.RECEIVE : Plan.SEND;
        long row = hosts.size() * block;
        if (!all.leads) {
            plan.send(all.leaders[all.host], own, 0, row);
            plan.receive(all.leaders[all.host], Plan.RECEIVE, 0, row);
            return plan.build(NAME);
        }
        long column = all.near.length * block;
        int rows = plan.scratch(all.near.length * row);
        int leaving = plan.scratch(all.near.length * row);
        int come = plan.scratch(all.near.length * row);
        all.takeRows(own, rows, row);
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
        return plan.build(NAME);
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
     * @param starts where the block of each rank begins, and behind the last one
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

    /** How long the blocks of each host's row of ranks are together. */
    private long[] ofHosts(Hosts hosts, long[] starts) {
        long[] lengths = new long[leaders.length];
        Arrays.setAll(lengths, each -> {
            int[] row = hosts.ranks(each);
            return starts[row[row.length - 1] + 1] - starts[row[0]];
        });
        return lengths;
    }

    private static boolean areAlike(long[] lengths) {
        return Arrays.stream(lengths).allMatch(length -> length == lengths[0]);
    }
}
