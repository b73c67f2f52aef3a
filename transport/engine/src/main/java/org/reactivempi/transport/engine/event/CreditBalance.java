package org.reactivempi.transport.engine.event;

/**
 * How the credit for eager messages stands between a rank and one peer, at one moment. All of it is somewhere:
 *
 * <pre>
 *  sender:    creditBytes                          under way
 *                  |                                   |
 *  receiver:  roomBytes  +  unreturnedBytes  +  storedBytes  =  windowBytes
 * </pre>
 * Each rank keeps the lower line by itself, whenever nothing is half here. Where nothing is under way between two ranks, neither a
 * message nor returned credit, the sender's {@code creditBytes} is the receiver's {@code roomBytes}. For tests that check that
 * nothing is lost; in bytes of payload plus what each message is counted for besides.
 *
 * @param peer its rank in the job; the rank itself for its share of messages to itself
 * @param told how many packets have gone to the peer, or wait for a connection
 * @param heard how many have come from it; where each has heard what the other has told, nothing is under way
 * @param atRest whether a connection stands, and no packet is half here
 * @param creditBytes how much this rank may still send
 * @param windowBytes how much the peer may have under way to this rank, or stored here
 * @param roomBytes how much of that it has left, as far as it has been told
 * @param unreturnedBytes how much of that is free again, and will be given back together with more
 * @param storedBytes what the messages cost that wait here for a receive, also the messages that probes have taken
 * @param unanswered how many sends wait to hear from the peer
 * @param withdrawable how many messages of the peer it may take back; no more than it has unanswered
 */
public record CreditBalance(
        int peer,
        long told,
        long heard,
        boolean atRest,
        long creditBytes,
        long windowBytes,
        long roomBytes,
        long unreturnedBytes,
        long storedBytes,
        int unanswered,
        int withdrawable) {

    /** The share of messages to oneself: nothing is under way, nor waits to be returned. */
    public static CreditBalance ofSelf(int rank, long windowBytes, long roomBytes, long storedBytes) {
        return new CreditBalance(rank, 0, 0, true, roomBytes, windowBytes, roomBytes, 0, storedBytes, 0, 0);
    }
}
