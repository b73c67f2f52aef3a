package org.reactivempi.core.session;

import org.reactivempi.BufferedMode;
import org.reactivempi.ErrorCodes;
import org.reactivempi.Member;
import org.reactivempi.Ports;
import org.reactivempi.SessionView;
import org.reactivempi.Snapshot;
import org.reactivempi.Stall;
import org.reactivempi.core.buffered.Attachment;
import org.reactivempi.core.communicator.SessionObjects;
import org.reactivempi.core.operation.OperationMono;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** A session that was opened from another: its objects are its own, and its engine is that of the one which joined the job. */
final class OpenedSession extends AnySession {

    private final SessionView first;
    private final NamedProcesses processes;
    private final Attachment buffers;
    private volatile SessionObjects objects;

    private OpenedSession(AnySession outer) {
        super(outer.engine);
        this.first = outer.first();
        this.processes = outer.processes();
        this.buffers = Attachment.ofSession(engine, this);
        this.objects = outer.objects();
    }

    /** Opens one. */
    static Mono<SessionView> of(AnySession outer) {
        Mono<SessionView> opened = Mono.defer(() -> {
            OpenedSession session = new OpenedSession(outer);
            return outer.objects().open(session.buffers, () -> session).map(own -> {
                session.objects = own;
                return session;
            });
        });
        return OperationMono.of(outer.engine, outer, "open", opened);
    }

    @Override
    SessionObjects objects() {
        return objects;
    }

    @Override
    NamedProcesses processes() {
        return processes;
    }

    @Override
    SessionView first() {
        return first;
    }

    @Override
    public Ports ports() {
        return first.ports();
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
    public ErrorCodes errorCodes() {
        return first.errorCodes();
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
