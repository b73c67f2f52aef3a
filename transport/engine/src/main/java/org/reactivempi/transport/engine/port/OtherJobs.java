package org.reactivempi.transport.engine.port;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.OnProgressThread;

/**
 * Processes of other jobs, which may be peers of this rank as those of its own job are: each has a number, from the size of the own job on,
 * as long as something needs it.
 */
@OnProgressThread
public interface OtherJobs {

    /** The most bytes that can be {@linkplain #say said} at once. */
    int MOST_BYTES = 1 << 24;

    /** Hears what others say that are about to connect, or to be connected to. On the progress thread, in a step. */
    interface Listener {

        /**
         * A peer has said something.
         *
         * @throws ProtocolException where that is nothing that it may say: its link is closed, and it is lost
         */
        void onSaid(int number, byte[] words);

        /** Nothing comes from a peer any more that has said something, or was told something. */
        void onLost(int number, Throwable cause);
    }

    /** Tells this job from all others: a hash of its id. */
    long ownJob();

    /** Whether a number is that of a rank of this job. */
    boolean isOwn(int number);

    /** What only the ranks of this job and of another one know that have met at a port with this secret. */
    Secret ofPair(Secret port, long job);

    /**
     * What only the jobs of two groups know that meet.
     *
     * @param port the secret by which they meet; looked at where the peer is of another job
     * @param number of the peer that is the other group's root
     */
    Secret ofMeeting(@Nullable Secret port, int number);

    /** From now on processes of any job that prove to know the secret of a port may be peers. */
    void admit(Secret port);

    /** No more processes are let in by the secret of a port; once for each time that they were. */
    void dismiss(Secret port);

    /**
     * A process of another job may be a peer from now on, and is needed until {@link #release}.
     *
     * @param job which one
     * @param rank in that job
     * @param addresses where it can be reached; empty where only it will connect
     * @param ofPair what only the ranks of the two jobs know
     * @return its number
     */
    int meet(long job, int rank, List<PeerDirectory.Address> addresses, Secret ofPair);

    /**
     * Runs {@code next} when the last link with a process of another job is over on both ends, if one of them has left it: at once, or in a
     * later step.
     */
    void whenApart(long job, int rank, Runnable next);

    /** A peer is needed once more; without effect where it is of this job. */
    void hold(int number);

    /** A peer is needed once less; without effect where it is of this job. Nothing may be kept by its number when nothing needs it. */
    void release(int number);

    /** Sets who hears what is said; before anybody connects, or is connected to. */
    void listen(Listener listener);

    /**
     * Says something to a peer: opens its link if there is none. Nothing where it is lost, of which the listener hears, in a later step
     * where that was so before.
     *
     * @param words at most {@link #MOST_BYTES}
     */
    void say(int number, byte[] words);

    /** The job of a peer. */
    long job(int number);

    /** The rank of a peer in its job. */
    int rank(int number);
}
