package org.reactivempi.transport.rsocket.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.rsocket.frame.CancelFrameCodec;
import io.rsocket.frame.ErrorFrameCodec;
import io.rsocket.frame.KeepAliveFrameCodec;
import io.rsocket.frame.LeaseFrameCodec;
import io.rsocket.frame.PayloadFrameCodec;
import io.rsocket.frame.RequestFireAndForgetFrameCodec;
import io.rsocket.frame.RequestNFrameCodec;
import io.rsocket.frame.RequestResponseFrameCodec;
import io.rsocket.frame.RequestStreamFrameCodec;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FrameRulesTest {

    private static final UnpooledByteBufAllocator HEAP = new UnpooledByteBufAllocator(false, true);

    private final FrameRules rules = FrameRules.ofAcceptor();

    private void allowed(ByteBuf frame) {
        assertThat(rules.objectionTo(frame)).isNull();
    }

    private void refused(ByteBuf frame, String objection) {
        assertThat(rules.objectionTo(frame)).isEqualTo(objection);
    }

    private void setUp() {
        allowed(Frames.setup(20_000, false, "reactive-mpi/1 door"));
    }

    @Test
    @DisplayName("the frames of a link pass")
    void aLink() {
        setUp();
        allowed(KeepAliveFrameCodec.encode(HEAP, true, 0, Unpooled.EMPTY_BUFFER));
        allowed(Frames.open(1, 32));
        allowed(Frames.payload(1, false));
        allowed(RequestNFrameCodec.encode(HEAP, 1, 16));
        allowed(PayloadFrameCodec.encodeComplete(HEAP, 1));
        allowed(CancelFrameCodec.encode(HEAP, 1));
        allowed(ErrorFrameCodec.encode(HEAP, 1, new IllegalStateException("an error")));
        allowed(ErrorFrameCodec.encode(HEAP, 0, new IllegalStateException("an error")));
    }

    @Test
    @DisplayName("nothing comes before the setup, and its keep-alive is not too short, nor are there leases")
    void setups() {
        refused(Frames.open(1, 32), "no setup at first");
        refused(Frames.setup(999, false, ""), "a setup with a keep-alive of 999 ms");
        refused(Frames.setup(-1, false, ""), "a setup with a keep-alive of -1 ms");
        refused(Frames.setup(20_000, true, ""), "a setup with resumption or leases");
        refused(Frames.setup(20_000, false, "").slice(0, 19), "a malformed setup");
        refused(Unpooled.buffer().writeZero(5), "a frame of 5 bytes");
        setUp();
        refused(Frames.setup(20_000, false, "again"), "a frame of type 1 on stream 0");
    }

    @Test
    @DisplayName("there is one stream, of one kind")
    void oneStream() {
        setUp();
        ByteBuf data = Unpooled.buffer().writeZero(10);
        refused(Frames.payload(1, false), "a frame of type 10 on stream 1");
        refused(Frames.open(3, 32), "a frame of type 7 on stream 3");
        refused(RequestResponseFrameCodec.encode(HEAP, 1, false, null, data), "a frame of type 4 on stream 1");
        refused(RequestFireAndForgetFrameCodec.encode(HEAP, 1, false, null, data), "a frame of type 5 on stream 1");
        refused(RequestStreamFrameCodec.encode(HEAP, 1, false, 1, null, data), "a frame of type 6 on stream 1");
        refused(LeaseFrameCodec.encode(HEAP, 1000, 1, null), "a frame of type 2 on stream 0");
        allowed(Frames.open(1, 32));
        refused(Frames.open(1, 32), "a frame of type 7 on stream 1");
        refused(Frames.payload(3, false), "a frame of type 10 on stream 3");
        refused(Frames.payload(1, true), "a frame of type 10 on stream 1");
        ByteBuf fragment = PayloadFrameCodec.encode(
                HEAP, 1, true, false, true, null, Unpooled.buffer().writeZero(10));
        refused(fragment, "a frame of type 10 on stream 1");
        assertThat(FrameRules.ofConnector().objectionTo(fragment)).isNull();
    }

    @Test
    @DisplayName("a demand of nothing or less is refused")
    void noDemand() {
        setUp();
        ByteBuf first = Frames.open(1, 32);
        refused(first.setInt(6, 0), "a frame of type 7 on stream 1");
        refused(first.setInt(6, -1), "a frame of type 7 on stream 1");
        allowed(first.setInt(6, 1));
        ByteBuf more = RequestNFrameCodec.encode(HEAP, 1, 1);
        refused(more.slice(0, 9), "a frame of type 8 on stream 1");
        refused(more.setInt(6, 0), "a frame of type 8 on stream 1");
    }

    @Test
    @DisplayName("a peer that asks all the time whether this side is alive is not always answered")
    void keepAlives() {
        long second = 1_000_000_000L;
        ByteBuf question = KeepAliveFrameCodec.encode(HEAP, true, 0, Unpooled.EMPTY_BUFFER);
        ByteBuf answer = KeepAliveFrameCodec.encode(HEAP, false, 0, Unpooled.EMPTY_BUFFER);
        assertThat(rules.asksTooOften(question, 0)).isFalse();
        assertThat(rules.asksTooOften(question, 1)).isTrue();
        assertThat(rules.asksTooOften(answer, 1)).isFalse();
        assertThat(rules.asksTooOften(Frames.payload(1, false), 1)).isFalse();
        assertThat(rules.asksTooOften(question, second)).isFalse();
        assertThat(rules.asksTooOften(question, second + 1)).isTrue();
    }

    @Test
    @DisplayName("any bytes are a frame that passes or one that does not")
    void fuzz() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            FrameRules fuzzed = random.nextBoolean() ? FrameRules.ofAcceptor() : FrameRules.ofConnector();
            for (ByteBuf frame :
                    List.of(Frames.setup(20_000, false, "x"), Frames.open(1, 32), Frames.payload(1, false))) {
                ByteBuf changed = Frames.changed(frame, random);
                if (fuzzed.objectionTo(changed) == null) {
                    assertThat(changed.readableBytes()).isGreaterThanOrEqualTo(6);
                    fuzzed.asksTooOften(changed, i);
                }
            }
        }
    }
}
