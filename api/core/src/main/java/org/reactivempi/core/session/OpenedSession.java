package org.reactivempi.core.session;

import java.util.List;
import java.util.Map;
import org.reactivempi.BufferedMode;
import org.reactivempi.Communicator;
import org.reactivempi.Group;
import org.reactivempi.Intercommunicator;
import org.reactivempi.Member;
import org.reactivempi.SessionView;
import org.reactivempi.Snapshot;
import org.reactivempi.Stall;
import org.reactivempi.core.buffered.Attachment;
import org.reactivempi.core.communicator.SessionObjects;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.transport.engine.port.Engine;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** A session that was opened from another: its objects are its own, and its engine is that of the one which joined the job. */
final class OpenedSession implements SessionView {

    private final SessionView first;
    private final Engine engine;
    private final NamedProcesses processes;
    private final Attachment buffers;
    private volatile SessionObjects objects;

    private OpenedSession(SessionView first, Engine engine, NamedProcesses processes, SessionObjects outer) {
        this.first = first;
        this.engine = engine;
        this.processes = processes;
        this.buffers = Attachment.ofSession(engine);
        this.objects = outer;
    }

    /**
     * Opens one.
     *
     * @param first the session that joined the job
     * @param outer what it is opened from
     */
    static Mono<SessionView> of(SessionView first, Engine engine, SessionObjects outer, NamedProcesses processes) {
        Mono<SessionView> opened = Mono.defer(() -> {
            OpenedSession session = new OpenedSession(first, engine, processes, outer);
            return outer.open(session.buffers, () -> session).map(own -> {
                session.objects = own;
                return session;
            });
        });
        return OperationMono.of(engine, "open", opened);
    }

    @Override
    public Mono<SessionView> open() {
        return of(first, engine, objects, processes);
    }

    @Override
    public List<String> processSets() {
        objects.checkOpen();
        return processes.names();
    }

    @Override
    public Mono<Group> group(String processSet) {
        return processes.group(processSet, objects);
    }

    @Override
    public Mono<Map<String, String>> info(String processSet) {
        return processes.info(processSet, objects);
    }

    @Override
    public Mono<Communicator> create(Group group, String text) {
        return objects.create(group, text);
    }

    @Override
    public Mono<Intercommunicator> intercommunicator(Group local, Group remote, String text) {
        return objects.intercommunicator(local, remote, text);
    }

    @Override
    public BufferedMode buffers() {
        return buffers;
    }

    @Override
    public Mono<Void> close() {
        return objects.close();
    }

    // What concerns the rank as a whole.

    @Override
    public Scheduler scheduler() {
        return first.scheduler();
    }

    @Override
    public double wtime() {
        return first.wtime();
    }

    @Override
    public double wtick() {
        return first.wtick();
    }

    @Override
    public Mono<Void> abort(int code) {
        return first.abort(code);
    }

    @Override
    public Flux<Member> members() {
        return first.members();
    }

    @Override
    public Mono<Snapshot> snapshot() {
        return first.snapshot();
    }

    @Override
    public Flux<Stall> stalls() {
        return first.stalls();
    }

    @Override
    public Mono<Void> failure() {
        return first.failure();
    }

    @Override
    public String toString() {
        return "Session[opened " + objects.number() + "]";
    }
}
