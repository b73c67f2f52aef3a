package org.reactivempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.channel.Poller;
import org.reactivempi.transport.channel.Progress;
import org.reactivempi.transport.tck.Recorder;

/** Connections that this rank has closed and whose other ends do nothing. */
class ClosingLinksTest {

    private final ClosingLinks closing = new ClosingLinks();

    /** A connection whose other end reads only when it is told. */
    private static final class StuckChannel extends EmbeddedChannel {

        private boolean stuck = true;

        @Override
        protected void doWrite(ChannelOutboundBuffer unsent) throws Exception {
            if (!stuck) {
                super.doWrite(unsent);
            }
        }
    }

    /** A loop that is never asked to poll. */
    private record NoProgress(EventLoop loop) implements Progress {

        @Override
        public void add(Poller input) {}

        @Override
        public void remove(Poller input) {}
    }

    @Test
    @DisplayName("RES-1 strangers keep no more than some closed connections alive: the oldest ends at once")
    void oldestGoes() {
        List<EmbeddedChannel> channels = Stream.generate(EmbeddedChannel::new)
                .limit(ClosingLinks.MOST + 3)
                .toList();
        channels.forEach(closing::add);
        channels.forEach(closing::add);

        assertThat(channels.subList(0, 3)).noneMatch(Channel::isOpen);
        assertThat(channels.subList(3, channels.size())).allMatch(Channel::isOpen);

        channels.get(10).close();
        EmbeddedChannel next = new EmbeddedChannel();
        closing.add(next);
        assertThat(next.isOpen()).isTrue();
        assertThat(channels.get(3).isOpen()).isTrue();
        channels.forEach(EmbeddedChannel::finishAndReleaseAll);
        next.finishAndReleaseAll();
    }

    @Test
    @DisplayName("RES-3 a closed link whose peer takes nothing more ends after a pause, with what had not left")
    void peerThatDoesNotRead() throws Exception {
        StuckChannel channel = new StuckChannel();
        channel.freezeTime();
        Recorder handler = new Recorder();
        TcpLink link =
                new TcpLink(handler, new ReadBuffer(), new BusyLinks(new NoProgress(channel.eventLoop())), closing);
        channel.pipeline().addFirst(link);
        link.channelActive(channel.pipeline().firstContext());
        link.write(Unpooled.directBuffer().writeZero(1000));
        link.flush();
        link.close();

        channel.advanceTimeBy(TcpLink.LONGEST_PAUSE_SECONDS - 1, TimeUnit.SECONDS);
        channel.runPendingTasks();
        assertThat(channel.isOpen()).isTrue();
        channel.advanceTimeBy(1, TimeUnit.SECONDS);
        channel.runPendingTasks();
        assertThat(channel.isOpen()).isFalse();
        assertThat(handler.cause()).isPresent();
    }
}
