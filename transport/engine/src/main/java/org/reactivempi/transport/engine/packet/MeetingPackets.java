package org.reactivempi.transport.engine.packet;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.port.OtherJobs;

/** The family MEETING: what processes say to each other that have no communicator in common yet. */
public final class MeetingPackets {

    private MeetingPackets() {}

    /**
     * Either side: a step by which one connects to the other's port. What it says is the layer's above.
     *
     * <pre>
     *  0               16
     *  +---------------+----------- - -
     *  |    header     |  payload
     *  +---------------+----------- - -
     * </pre>
     */
    public static final class Meeting {

        /** Length without payload. */
        public static final int LENGTH_BYTES = PacketKind.HEADER_BYTES;

        /** A group of as many processes as two jobs may well have, with their addresses. */
        public static final int MOST_PAYLOAD_BYTES = OtherJobs.MOST_BYTES;

        private Meeting() {}

        /** Writes all but the payload, which is to follow. */
        public static void encode(ByteBuf out, int sequence, int payloadBytes) {
            PacketKind.MEETING.encode(out, sequence, payloadBytes);
        }
    }
}
