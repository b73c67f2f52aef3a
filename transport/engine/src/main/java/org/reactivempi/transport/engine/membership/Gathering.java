package org.reactivempi.transport.engine.membership;

import java.util.BitSet;

/**
 * What a call of all ranks has come to, where ranks come and go.
 *
 * @param offer a number for the communicator of these ranks
 * @param offeredHere whether it is one of this rank's
 * @param members the ranks of the job whose processes have called, this rank among them
 * @param changed those of them in whose place another process has come since
 */
public record Gathering(int offer, boolean offeredHere, BitSet members, BitSet changed) {}
