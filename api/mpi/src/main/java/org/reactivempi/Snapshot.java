package org.reactivempi;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a rank waits for at one moment: operations that have started and not ended, and messages that nobody has received.
 *
 * <p>{@link #text()} is for people, {@link #json()} for programs.
 *
 * @param rank this rank in the world
 * @param size how many ranks the world has
 * @param takenAt when
 * @param receives receives that wait for a message, or are getting one
 * @param probes probes that wait for a message
 * @param unexpected messages that wait for their receive
 * @param sends sends that wait for room, or for their receiver
 * @param others operations of many messages, such as a barrier or a stream, and of none
 * @param threads where threads of the program wait, as far as that is known; a line each
 * @since 0.1
 */
public record Snapshot(
        int rank,
        int size,
        Instant takenAt,
        List<Entry> receives,
        List<Entry> probes,
        List<Entry> unexpected,
        List<Entry> sends,
        List<Entry> others,
        List<String> threads) {

    /**
     * One operation or message.
     *
     * @param call in words, such as {@code irecv(source 1, tag 7, world)}; ranks that are others in the world, as in
     *     {@code irecv(source 0 (2 in world), tag 7, world.split(color 1) as rank 1)}, say so
     * @param peer the other rank in the world, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL} where there is none
     * @param peerInCommunicator the same rank in the communicator
     * @param tag the tag, {@link Mpi#ANY_TAG}, or {@link Mpi#UNDEFINED} where there is none
     * @param communicator its number, 0 for the world, or {@link Mpi#UNDEFINED} where there is none
     * @param communicatorName what people know it by: {@code world}, the name given by {@link Communicator#setName} in
     *     quotes, or how it was made; empty where there is none, or where this rank has not got it yet
     * @param lengthBytes how long the message is, or {@link Mpi#UNDEFINED} where that is not known
     * @param age for how long it has been waiting, at least; as precise as a third of the setting {@code stall-after}
     * @param state how far it has come: {@code POSTED}, {@code RECEIVING}, {@code HERE}, {@code ARRIVING}, {@code ANNOUNCED}
     *     (waits to be cleared to send), {@code EAGER} (sent whole, waits for its match), {@code CONNECTING},
     *     {@code SENDING}, {@code UNMATCHED} (to this rank itself), {@code RUNNING}
     * @param part whether it is a message of an operation among {@link Snapshot#others}
     * @param site where it was called, where {@code Hooks.onOperatorDebug()} or a {@code checkpoint} gives that
     * @param nearMisses messages that a receive would get if one thing were different, in words
     * @since 0.1
     */
    public record Entry(
            String call,
            int peer,
            int peerInCommunicator,
            int tag,
            int communicator,
            String communicatorName,
            long lengthBytes,
            Duration age,
            String state,
            boolean part,
            Optional<String> site,
            List<String> nearMisses) {}

    /**
     * Whether nothing waits.
     *
     * @return true if no operation runs and no message is left
     */
    public boolean isEmpty() {
        return receives.isEmpty() && probes.isEmpty() && unexpected.isEmpty() && sends.isEmpty() && others.isEmpty();
    }

    /**
     * All of it for people.
     *
     * @return several lines, without an end of the last one
     */
    public String text() {
        return new SnapshotText(this).toString();
    }

    /**
     * All of it as a JSON object, with the names of the components; ages in milliseconds, absent values left out.
     *
     * @return one line
     */
    public String json() {
        return SnapshotJson.of(this);
    }
}
