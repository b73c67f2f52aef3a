package org.reactivempi.transport.rsocket.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.rsocket.frame.KeepAliveFrameCodec;
import io.rsocket.frame.SetupFrameCodec;
import io.rsocket.util.DefaultPayload;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** On a loop whose time goes on only when it is told. */
class KeepAliveTest {

    private static final int SECOND = 1000;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<ByteBuf> sent = new ArrayList<>();
    private final List<String> silence = new ArrayList<>();
    private final KeepAlive keepAlive =
            new KeepAlive(channel, sent::add, error -> silence.add(String.valueOf(error.getMessage())));
    private final ByteBuf setup = SetupFrameCodec.encode(
            channel.alloc(),
            false,
            0,
            15 * SECOND,
            "application/binary",
            Greeting.MIME_TYPE,
            DefaultPayload.create("reactive-mpi/1 door"));

    KeepAliveTest() {
        channel.freezeTime();
    }

    @AfterEach
    void release() {
        channel.finishAndReleaseAll();
        sent.forEach(ByteBuf::release);
        setup.release();
    }

    private void seconds(int seconds) {
        for (int i = 0; i < seconds; i++) {
            channel.advanceTimeBy(1, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
        }
    }

    @Test
    @DisplayName(
            "the side that connects says how often, asks as often, and gives a peer up that is silent for 15 times as long")
    void connector() {
        keepAlive.announce(setup, SECOND);
        assertThat(SetupFrameCodec.keepAliveInterval(setup)).isEqualTo(SECOND);

        seconds(14);
        assertThat(sent).hasSize(14).allMatch(KeepAliveFrameCodec::respondFlag);
        assertThat(silence).isEmpty();
        seconds(1);
        assertThat(silence).containsExactly("the peer has not been heard for 15000 ms");
    }

    @Test
    @DisplayName("a peer that is heard now and then stays, whatever it says")
    void heard() {
        keepAlive.announce(setup, SECOND);
        for (int i = 0; i < 5; i++) {
            seconds(14);
            keepAlive.hear();
        }
        seconds(15);
        assertThat(silence).isEmpty();
        seconds(1);
        assertThat(silence).hasSize(1);
    }

    @Test
    @DisplayName("who was stopped for a while hears what has come meanwhile, before it counts on")
    void stopped() {
        keepAlive.announce(setup, SECOND);
        channel.advanceTimeBy(1, TimeUnit.HOURS);
        channel.runScheduledPendingTasks();
        assertThat(silence).isEmpty();
        assertThat(sent).hasSize(1);
    }

    @Test
    @DisplayName("the side that is connected to does as the peer wants, and RSocket hears nothing of it")
    void acceptor() {
        keepAlive.announce(setup, 5 * SECOND);
        KeepAlive other = new KeepAlive(channel, sent::add, error -> silence.add("other"));
        other.adopt(setup);
        assertThat(SetupFrameCodec.keepAliveInterval(setup)).isZero();
        seconds(10);
        assertThat(sent).hasSize(4);
        seconds(5);
        assertThat(silence).hasSize(2).contains("other");
    }

    @Test
    @DisplayName("nothing happens where the peer wants none, nor after the end of the connection")
    void none() {
        keepAlive.adopt(setup);
        seconds(20);
        assertThat(sent).isEmpty();
        keepAlive.announce(setup, SECOND);
        channel.close();
        seconds(20);
        assertThat(sent).isEmpty();
        assertThat(silence).isEmpty();
    }

    @Test
    @DisplayName("a question is answered with what it carries, and not with another question")
    void answer() {
        ByteBuf question = KeepAliveFrameCodec.encode(
                channel.alloc(), true, 0, Unpooled.copiedBuffer("are you there?", StandardCharsets.US_ASCII));
        keepAlive.answer(question);
        question.release();
        assertThat(sent).singleElement().satisfies(frame -> {
            assertThat(KeepAliveFrameCodec.respondFlag(frame)).isFalse();
            assertThat(KeepAliveFrameCodec.data(frame).toString(StandardCharsets.US_ASCII))
                    .isEqualTo("are you there?");
        });
    }
}
