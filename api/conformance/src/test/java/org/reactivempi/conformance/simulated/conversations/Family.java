package org.reactivempi.conformance.simulated.conversations;

import java.util.List;
import java.util.function.Supplier;

/** What conversations are about; those of each family are in the file that it names. */
public enum Family {
    /** Sends of all modes, and receives. */
    MESSAGES(Messages::all),
    /** What looks for a message, and what is taken back. */
    PROBES(Probes::all),
    /** Requests alone and in lists, and those that are started again. */
    REQUESTS(RequestLists::all),
    /** Buffered mode. */
    BUFFERS(BufferedSends::all),
    /** What all ranks do together. */
    COLLECTIVES(Together::all),
    /** Streams of all ranks. */
    COLLECTIVE_STREAMS(StreamsOfAll::all),
    /** Grids, graphs and neighbors. */
    TOPOLOGIES(Topologies::all),
    /** Datatypes, records and codecs. */
    DATA(Layouts::all),
    /** Streams from rank to rank. */
    STREAMS(StreamPairs::all),
    /** Questions and answers. */
    QUESTIONS(Answers::all),
    /** Communicators of one group and of two, and what they are made of. */
    COMMUNICATORS(Communicators::all),
    /** Partitioned communication. */
    PARTITIONS(PartitionedMessages::all),
    /** Memory that others read and write. */
    WINDOWS(OneSided::all),
    /** Ranks that are killed, and what is revoked. */
    FAILURES(Survivors::all);

    private final Supplier<List<Conversation>> conversations;

    Family(Supplier<List<Conversation>> conversations) {
        this.conversations = conversations;
    }

    /** Its programs. */
    public List<Conversation> conversations() {
        return conversations.get();
    }
}
