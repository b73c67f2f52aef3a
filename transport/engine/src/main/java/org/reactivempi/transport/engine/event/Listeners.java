package org.reactivempi.transport.engine.event;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.auth.Rejection;
import reactor.util.context.ContextView;

/** Several listeners as one. */
public final class Listeners implements EngineListener {

    private final EngineListener[] all;

    private Listeners(List<EngineListener> all) {
        this.all = all.toArray(EngineListener[]::new);
    }

    /** All of them as one, or nothing where there is none. */
    public static Optional<EngineListener> of(List<EngineListener> all) {
        return all.size() > 1 ? Optional.of(new Listeners(all)) : all.stream().findFirst();
    }

    @Override
    public boolean timesAll() {
        boolean times = false;
        for (EngineListener each : all) {
            times |= each.timesAll();
        }
        return times;
    }

    @Override
    public boolean tracesContexts() {
        boolean traces = false;
        for (EngineListener each : all) {
            traces |= each.tracesContexts();
        }
        return traces;
    }

    /** One of them at most traces contexts. */
    @Override
    public @Nullable OperationTrace trace(Span span, ContextView context) {
        for (EngineListener each : all) {
            if (each.tracesContexts()) {
                return each.trace(span, context);
            }
        }
        return null;
    }

    @Override
    public void started(OperationKind kind) {
        for (EngineListener each : all) {
            each.started(kind);
        }
    }

    @Override
    public void began(Span span) {
        for (EngineListener each : all) {
            each.began(span);
        }
    }

    @Override
    public void ended(Span span) {
        for (EngineListener each : all) {
            each.ended(span);
        }
    }

    @Override
    public void sent(int slot, Protocol protocol, int context, int peer, int tag, long lengthBytes) {
        for (EngineListener each : all) {
            each.sent(slot, protocol, context, peer, tag, lengthBytes);
        }
    }

    @Override
    public void arrived(
            Protocol protocol, int context, int peer, int tag, long lengthBytes, long message, boolean expected) {
        for (EngineListener each : all) {
            each.arrived(protocol, context, peer, tag, lengthBytes, message, expected);
        }
    }

    @Override
    public void cleared(int slot, int peer, long lengthBytes) {
        for (EngineListener each : all) {
            each.cleared(slot, peer, lengthBytes);
        }
    }

    @Override
    public void credit(int peer, long leftBytes) {
        for (EngineListener each : all) {
            each.credit(peer, leftBytes);
        }
    }

    @Override
    public void stalled(int peer) {
        for (EngineListener each : all) {
            each.stalled(peer);
        }
    }

    @Override
    public void resumed(int peer) {
        for (EngineListener each : all) {
            each.resumed(peer);
        }
    }

    @Override
    public void connected(int peer, String channel, boolean again) {
        for (EngineListener each : all) {
            each.connected(peer, channel, again);
        }
    }

    @Override
    public void lost(int peer) {
        for (EngineListener each : all) {
            each.lost(peer);
        }
    }

    @Override
    public void answerDropped(int peer) {
        for (EngineListener each : all) {
            each.answerDropped(peer);
        }
    }

    @Override
    public void malformed(int peer) {
        for (EngineListener each : all) {
            each.malformed(peer);
        }
    }

    @Override
    public void askRefused(AskRefusal why) {
        for (EngineListener each : all) {
            each.askRefused(why);
        }
    }

    @Override
    public void ended(CollectiveReport operation) {
        for (EngineListener each : all) {
            each.ended(operation);
        }
    }

    @Override
    public void refused(Rejection why) {
        for (EngineListener each : all) {
            each.refused(why);
        }
    }

    @Override
    public void turnEnded(
            int posted, int unexpected, long unexpectedBytes, long postedAttempts, long unexpectedAttempts) {
        for (EngineListener each : all) {
            each.turnEnded(posted, unexpected, unexpectedBytes, postedAttempts, unexpectedAttempts);
        }
    }

    @Override
    public List<RankRecord> records() {
        return Stream.of(all).flatMap(each -> each.records().stream()).toList();
    }

    @Override
    public void closed() {
        for (EngineListener each : all) {
            each.closed();
        }
    }
}
