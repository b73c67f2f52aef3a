package org.reactivempi.transport.shm;

/**
 * How two ends of a link wake each other, and don't bother to while they are awake.
 *
 * <pre>
 *  one end                                  the other
 *   sleeps: sets its flag                    writes: publishes bytes, or room
 *           looks at the ring once more              looks at the flag; rings if set, and clears it
 * </pre>
 * Each writes first and reads then, and all four are volatile: at least one of them sees what the other did. Whoever is
 * awake costs the other no more than a look at a flag that doesn't change.
 */
final class Bell {

    private static final long AWAKE = 0;
    /** Asleep until there are bytes. */
    private static final long FOR_BYTES = 1;
    /** Asleep until there are bytes, or room. */
    private static final long FOR_BYTES_OR_ROOM = 3;

    private static final long ROOM = 2;

    private final SharedWord own;
    private final SharedWord peers;
    private final Runnable ring;

    /**
     * One end's bell.
     *
     * @param own this end's flag
     * @param peers the other end's flag
     * @param ring wakes the other end
     */
    Bell(SharedWord own, SharedWord peers, Runnable ring) {
        this.own = own;
        this.peers = peers;
        this.ring = ring;
    }

    /** This end is about to sleep, and then looks at the rings again. */
    void sleeps(boolean needsRoom) {
        own.set(needsRoom ? FOR_BYTES_OR_ROOM : FOR_BYTES);
    }

    /** This end is awake; a bell that rings all the same does no harm. */
    void awake() {
        own.setRelease(AWAKE);
    }

    /** Bytes were published. */
    void bytes() {
        if (peers.get() != AWAKE) {
            ring();
        }
    }

    /** Room was published. */
    void room() {
        if ((peers.get() & ROOM) != 0) {
            ring();
        }
    }

    private void ring() {
        if (peers.swap(AWAKE) != AWAKE) {
            ring.run();
        }
    }
}
