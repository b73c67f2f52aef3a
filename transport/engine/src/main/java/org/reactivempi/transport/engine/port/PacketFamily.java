package org.reactivempi.transport.engine.port;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Packets that a layer above the engine sends and takes besides those of the engine: in order with all others on a
 * link, over every channel, kept and sent again where a connection breaks. One object may serve several ranks.
 *
 * <pre>
 *  start of the rank --begin--&gt; a link is made --join--&gt; onShared or onMissing, onPacket ... --&gt; onLost
 * </pre>
 * Ranks know a family by its name and version. On a link each side gives its families numbers and says them, so there is no list of
 * numbers that two families could have in common. What is sent before the peer has said that it lacks the family is dropped there.
 */
public interface PacketFamily {

    /** The longest {@link #name}. */
    int LONGEST_NAME = 64;

    /** The most kinds of one family. */
    int MOST_KINDS = 256;

    /** The longest fixed fields of a kind, in bytes. */
    int MOST_FIELDS_BYTES = 1024;

    /** The longest fields and payload of a packet together, in bytes: what stands before them has room as well. */
    int MOST_BYTES = Integer.MAX_VALUE - 1024;

    /**
     * A kind of its packets. Its number is its place in {@link #kinds()}.
     *
     * @param name for messages to people
     * @param fieldsBytes how long the fixed fields are that each packet begins with, 0 to {@value #MOST_FIELDS_BYTES}
     * @param mostPayloadBytes how much payload may follow, 0 to {@value #MOST_BYTES} less {@code fieldsBytes}
     */
    record Kind(String name, int fieldsBytes, int mostPayloadBytes) {

        /** Throws {@link IllegalArgumentException} where a length is outside of its range. */
        public Kind {
            if (fieldsBytes < 0 || fieldsBytes > MOST_FIELDS_BYTES) {
                throw new IllegalArgumentException(
                        "fields of " + fieldsBytes + " bytes in " + name + ", allowed are 0.." + MOST_FIELDS_BYTES);
            }
            if (mostPayloadBytes < 0 || mostPayloadBytes > MOST_BYTES - fieldsBytes) {
                throw new IllegalArgumentException("payload of " + mostPayloadBytes + " bytes in " + name
                        + ", allowed are 0.." + (MOST_BYTES - fieldsBytes));
            }
        }
    }

    /**
     * The way to one peer, for the packets of one family. On the progress thread.
     *
     * <pre>
     *  UNKNOWN --the peer has said its families--&gt; SHARED or MISSING
     *     |                                          |
     *     +------------------------------------------+--&gt; LOST
     * </pre>
     */
    interface Peer {

        /** Whether the peer takes packets of the family. */
        enum Standing {
            /** It has not said so yet: packets may be sent, and are dropped there if it lacks the family. */
            UNKNOWN,
            /** It has the family, in the same version. */
            SHARED,
            /** It has not, or in another version. */
            MISSING,
            /** Nothing reaches the peer any more. */
            LOST
        }

        /** The peer's rank in the job. */
        int rank();

        /** Whether it takes packets. */
        Standing standing();

        /**
         * Sends a packet, which leaves at the end of this turn. Where there is no memory for it, the link ends by this failure
         * of this rank: {@link Handler#onLost} hears so after the turn, whether this throws or not.
         *
         * @param kind its number in the family
         * @param payloadBytes how much payload it has, 0 to what its kind allows
         * @param writer writes all of its fields, and then all of its payload, from the writer index on; runs at once, and sends nothing
         * @throws IllegalStateException where the peer is {@link Standing#MISSING} or {@link Standing#LOST}, or {@code writer} has not
         *     written as much; nothing is sent then, and neither where it throws
         */
        void send(int kind, int payloadBytes, Consumer<ByteBuf> writer);
    }

    /** A rank's ways to its peers, for the packets of one family. {@link #execute} is for any thread, and leads to the progress thread. */
    interface Peers extends Executor {

        /** The rank in the job. */
        int rank();

        /** How many ranks the job has. */
        int size();

        /**
         * The way to a peer, on the progress thread. The link is made if there is none, and its connection is opened by the first packet.
         *
         * @param rank in the job, not this one; or the number of a process of another job, once there is a link to it
         */
        Peer peer(int rank);

        /**
         * Runs a command on the progress thread.
         *
         * @throws java.util.concurrent.RejectedExecutionException when the engine has ended
         */
        @Override
        void execute(Runnable command);
    }

    /**
     * Takes the packets of a family from one peer, over one link, and hears how the way to it stands. On the progress thread, in the middle
     * of the engine's work: all is short, does not block, and runs no code of the program.
     *
     * <p>A packet that its family does not allow is refused by a {@link ProtocolException}: the link is closed, and the peer is lost. Any
     * other throwable is a failure of this rank, and ends the link as well.
     */
    interface Handler {

        /**
         * A packet has come, of a kind and a length that the family has.
         *
         * @param kind its number in the family
         * @param fields its fixed fields, from {@code readerIndex} on; valid during the call
         * @param payloadBytes how much payload follows
         * @return where the payload goes; {@link PayloadSink#NOWHERE} for kinds that have none
         */
        PayloadSink onPacket(int kind, ByteBuf fields, int payloadBytes);

        /** The peer has the family as well. At most once, and before its first packet. */
        default void onShared() {}

        /**
         * The peer lacks the family: what has been sent is dropped there. At most once, in place of {@link #onShared}.
         *
         * @param why in words, such as its other version
         */
        default void onMissing(String why) {}

        /**
         * Nothing will come from the peer any more, and nothing reaches it: it was lost, one of both has finalized, or this rank has aborted.
         * Called once; the last call.
         */
        default void onLost(Throwable cause) {}
    }

    /** Tells it from all other families: 1 to {@value #LONGEST_NAME} characters of ASCII, such as {@code com.example.echo}. */
    String name();

    /** Which form of its packets it has, 0 or more. Ranks that differ in it don't share the family. */
    int version();

    /** Its kinds; the same for all that have its name and version, 1 to {@value #MOST_KINDS}. */
    List<Kind> kinds();

    /**
     * A rank starts.
     *
     * @param peers the ways to its peers; not to be used before the rank's engine has started
     * @return makes the handler of each link with a peer, on the progress thread, when the link is made: before anything comes, and
     *     in the middle of something, so nothing is sent there
     */
    Function<Peer, Handler> begin(Peers peers);
}
