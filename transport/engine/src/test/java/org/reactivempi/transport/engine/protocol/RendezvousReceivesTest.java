package org.reactivempi.transport.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RendezvousReceivesTest {

    private static final int MOST_AT_ONCE_BYTES = 1024 * 1024;

    @Test
    @DisplayName(
            "PRG-6 however much of a message comes in one packet, a channel is given room for a part of it at a time")
    void placesAPartAtATime() {
        int length = 2 * MOST_AT_ONCE_BYTES + 10;
        TestReceive receive = TestReceive.direct(0, 7, length);
        RendezvousReceives.Filling filling = new RendezvousReceives.Filling(null, 0, receive, length);
        filling.expect(0, length);
        for (int at = 0; at < length; ) {
            ByteBuffer place = filling.place(length - at);
            assertThat(place.position()).isEqualTo(at);
            assertThat(place.remaining()).isEqualTo(Math.min(MOST_AT_ONCE_BYTES, length - at));
            filling.placed(place.remaining());
            at += place.remaining();
        }
    }

    @Test
    @DisplayName("no room is given for what belongs to no message, or to the next packet")
    void placesNoMoreThanThePacket() {
        TestReceive receive = TestReceive.direct(0, 7, 1000);
        RendezvousReceives.Filling filling = new RendezvousReceives.Filling(null, 0, receive, 1000);
        filling.expect(0, 400);
        filling.placed(100);
        assertThat(filling.place(300).position()).isEqualTo(100);
        assertThat(filling.place(300).limit()).isEqualTo(400);
        assertThat(filling.isDirect()).isTrue();
    }
}
