package org.reactivempi.transport.rsocket.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.rsocket.link.RSocketLink.Carrier;
import org.reactivempi.transport.tck.Recorder;

/** Links that have been closed and whose peers do nothing. */
class DeparturesTest {

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Departures departures = new Departures();
    private final List<StuckConnection> connections = new ArrayList<>();

    /** A connection that only this side ends. */
    private static final class StuckConnection implements Carrier {

        private boolean ended;

        @Override
        public void end() {
            ended = true;
        }

        @Override
        public String remote() {
            return "somebody";
        }
    }

    private RSocketLink link() {
        StuckConnection connection = new StuckConnection();
        connections.add(connection);
        RSocketLink link = new RSocketLink(channel.eventLoop(), connection, departures, false);
        link.begin(new Recorder());
        return link;
    }

    @AfterEach
    void nothingIsLeft() {
        channel.runPendingTasks();
        channel.finishAndReleaseAll();
    }

    @Test
    @DisplayName("RES-1 strangers keep no more than some closed connections alive: the oldest ends at once")
    void oldestGoes() {
        for (int i = 0; i < Departures.MOST + 3; i++) {
            link().close();
        }
        assertThat(connections.subList(0, 3)).allMatch(connection -> connection.ended);
        assertThat(connections.subList(3, connections.size())).noneMatch(connection -> connection.ended);
    }

    @Test
    @DisplayName("RES-1 the same where the stranger has closed first, and keeps its connection")
    void closedByTheStranger() {
        for (int i = 0; i < Departures.MOST + 3; i++) {
            link().onPeerEnd();
        }
        assertThat(connections.subList(0, 3)).allMatch(connection -> connection.ended);
        assertThat(connections.subList(3, connections.size())).noneMatch(connection -> connection.ended);
    }

    @Test
    @DisplayName("connections that have ended make room for others")
    void ended() {
        List<RSocketLink> links = new ArrayList<>();
        for (int i = 0; i < Departures.MOST; i++) {
            links.add(link());
        }
        links.forEach(RSocketLink::close);
        links.get(5).onConnectionEnd();
        link().close();
        assertThat(connections.get(0).ended).isFalse();
    }
}
