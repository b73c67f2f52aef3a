package org.reactivempi.core.session;

import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorHandler;
import org.reactivempi.Errors;
import org.reactivempi.Group;
import org.reactivempi.Intercommunicator;
import org.reactivempi.SessionView;
import org.reactivempi.core.communicator.SessionObjects;
import org.reactivempi.core.operation.CoreErrors;
import org.reactivempi.core.operation.ErrorListener;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.transport.engine.port.Engine;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * What the session that joined the job and those opened from it have alike: groups, communicators of them, and a handler of errors that belong
 * to no communicator.
 */
abstract class AnySession implements SessionView, ErrorListener {

    final Engine engine;
    /** Null as long as nobody has asked for it. */
    private volatile @Nullable CoreErrors<SessionView> errors;

    AnySession(Engine engine) {
        this.engine = engine;
    }

    @Override
    public final Errors<SessionView> errors() {
        CoreErrors<SessionView> known = errors;
        if (known == null) {
            synchronized (this) {
                known = errors;
                if (known == null) {
                    known = new CoreErrors<>(this, engine, () -> {}, () -> "the session", ErrorHandler.RETURN);
                    errors = known;
                }
            }
        }
        return known;
    }

    /** What it makes without a communicator. */
    abstract SessionObjects objects();

    /** The sets of processes that have names. */
    abstract NamedProcesses processes();

    /** The session that joined the job. */
    abstract SessionView first();

    @Override
    public final Mono<SessionView> open() {
        return OpenedSession.of(this);
    }

    @Override
    public final List<String> processSets() {
        objects().checkOpen();
        return processes().names();
    }

    @Override
    public final Mono<Group> group(String processSet) {
        return processes().group(processSet, objects(), this);
    }

    @Override
    public final Mono<Map<String, String>> info(String processSet) {
        return processes().info(processSet, objects(), this);
    }

    @Override
    public final Mono<Communicator> create(Group group, String text) {
        return objects().create(group, text, this);
    }

    @Override
    public final Mono<Intercommunicator> intercommunicator(Group local, Group remote, String text) {
        return objects().intercommunicator(local, remote, text, this);
    }

    @Override
    public final Mono<Intercommunicator> join(SocketChannel socket) {
        return OperationMono.of(engine, this, "join", SocketJoin.of(this, socket));
    }

    @Override
    public final boolean hears(Throwable error, CoreSubscriber<?> subscriber, Runnable signal) {
        CoreErrors<SessionView> known = errors;
        return known != null && known.hears(error, this, subscriber, signal);
    }
}
