package org.reactivempi.transport.engine.packet;

/**
 * Packets that belong together: each family has one handler at a link, which takes all of its kinds.
 *
 * <p>A family of a new package needs a constant here, its kinds in {@link PacketKind}, and one registration where the engine is
 * put together.
 */
public enum PacketFamily {
    /** The greetings, before a connection carries a part of the link's streams. */
    HANDSHAKE(false, true),
    /** The link itself: how much has come, and its end. */
    LINK(true, true),
    /** Messages from rank to rank. */
    MESSAGE(true, false),
    /** Failed ranks: revocations and agreements. */
    FAILURE(true, false),
    /** What ranks that wait ask each other. */
    DIAGNOSIS(true, true);

    private final boolean numbered;
    private final boolean aside;

    PacketFamily(boolean numbered, boolean aside) {
        this.numbered = numbered;
        this.aside = aside;
    }

    /** Whether its packets are counted by their sequence numbers; those of others all have the number 0. */
    public boolean isNumbered() {
        return numbered;
    }

    /** Whether its packets say nothing of any message or rank, so that none of them lets a rank that waits go on. */
    public boolean isAside() {
        return aside;
    }
}
