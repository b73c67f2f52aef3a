package org.reactivempi.transport.rsocket.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.rsocket.Payload;
import io.rsocket.util.ByteBufPayload;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.rsocket.link.RSocketLink.Carrier;
import org.reactivempi.transport.tck.Recorder;
import org.reactivestreams.Subscription;

/** What a peer may send before it has proven who it is, and after that. */
class IntakeTest {

    private final EmbeddedChannel connection = new EmbeddedChannel();
    private final EventLoop loop = connection.eventLoop();
    private final Recorder handler = new Recorder().trustsNobody();
    private final RSocketLink link = new RSocketLink(
            loop,
            new Carrier() {
                @Override
                public void end() {}

                @Override
                public String remote() {
                    return "somebody";
                }
            },
            new Departures(),
            false);
    private final List<Long> requested = new ArrayList<>();

    @BeforeEach
    void begin() {
        link.begin(handler);
        link.intake().onSubscribe(new Subscription() {
            @Override
            public void request(long payloads) {
                requested.add(payloads);
            }

            @Override
            public void cancel() {}
        });
        assertThat(requested).containsExactly(1L);
    }

    private void comes(int bytes) {
        comes(ByteBufPayload.create(Unpooled.buffer().writeZero(bytes)));
    }

    private void comes(Payload payload) {
        link.intake().onNext(payload);
        connection.runPendingTasks();
        assertThat(payload.refCnt()).isZero();
    }

    @Test
    @DisplayName("a stranger's next payload is asked for when the last one was taken")
    void oneByOne() {
        for (int i = 0; i < 100; i++) {
            comes(Intake.MOST_BYTES_OF_A_STRANGER);
        }
        assertThat(requested).hasSize(101).containsOnly(1L);
        assertThat(handler.received().availablePermits()).isEqualTo(100 * Intake.MOST_BYTES_OF_A_STRANGER);
    }

    @Test
    @DisplayName("a longer one ends the link, and is not looked at")
    void tooLong() throws Exception {
        comes(Intake.MOST_BYTES_OF_A_STRANGER + 1);
        isRefused("a payload of 1025 bytes, at most 1024 are allowed before it has proven who it is");
    }

    @Test
    @DisplayName("so does one with metadata")
    void metadata() throws Exception {
        link.trust();
        comes(ByteBufPayload.create(
                Unpooled.buffer().writeZero(1), Unpooled.buffer().writeZero(1)));
        isRefused("a payload with metadata");
    }

    @Test
    @DisplayName("a peer may send ahead, pieces as peers send them and no larger ones")
    void trusted() throws Exception {
        comes(100);
        link.trust();
        for (int i = 0; i < Intake.WINDOW; i++) {
            comes(Outbox.PIECE_BYTES);
        }
        long half = Intake.WINDOW / 2;
        assertThat(requested).containsExactly(1L, 1L, Intake.WINDOW - 1L, half, half);
        comes(Outbox.PIECE_BYTES + 1);
        isRefused("at most " + Outbox.PIECE_BYTES + " are allowed");
    }

    private void isRefused(String why) throws Exception {
        assertThat(handler.cause())
                .hasValueSatisfying(cause -> assertThat(cause).hasMessageContaining(why));
    }
}
