package org.reactivempi.core.collective.algorithm;

import java.util.Arrays;
import org.reactivempi.core.collective.plan.Plan;
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
 * The root of an operation leads its host.
 */
public final class Leaders {

    /** Up to here the fewest messages between hosts matter; longer ones are better cut into pieces among all ranks. */
    static final long MOST_BYTES = 32 << 10;

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
}
