package org.reactivempi.transport.engine.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.Ticker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ListenersTest {

    private static final int CONTEXT = ContextId.of(ContextId.WORLD, ContextId.Purpose.MESSAGES);

    private final List<String> heard = new ArrayList<>();

    private EngineListener listener(String name, boolean eachMessage, EngineListener... read) {
        return new EngineListener() {
            @Override
            public List<EngineListener> reads() {
                return List.of(read);
            }

            @Override
            public boolean hearsEachMessage() {
                return eachMessage;
            }

            @Override
            public void arrived(
                    Protocol protocol,
                    int context,
                    int peer,
                    int tag,
                    long lengthBytes,
                    long message,
                    boolean expected) {
                heard.add(name + " arrived");
            }

            @Override
            public void turnEnded(
                    int posted, int unexpected, long unexpectedBytes, long postedAttempts, long unexpectedAttempts) {
                heard.add(name + " turn");
            }

            @Override
            public void connected(int peer, String channel, boolean again) {
                heard.add(name + " connected");
            }
        };
    }

    @Test
    @DisplayName("what several listeners read hears of all first and once; who hears no messages hears what is rare")
    void order() {
        EngineListener counts = listener("counts", true);
        EngineListener one = listener("one", false, counts);
        EngineListener other = listener("other", true, counts);
        Events events = new Events(List.of(one, other), Ticker.systemTicker());

        events.connected(1, "fake", false);
        events.arrived(Protocol.EAGER, CONTEXT, 1, 0, 8, 0, true);
        events.turnEnded(0, 0, 0, 0);

        assertThat(heard)
                .containsExactly(
                        "counts connected",
                        "one connected",
                        "other connected",
                        "counts arrived",
                        "other arrived",
                        "counts turn",
                        "other turn");
    }
}
