package org.reactivempi.core.session;

import java.util.function.Consumer;
import org.reactivempi.core.settings.DeadlockPolicy;
import org.reactivempi.transport.bootstrap.Life;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.Engine;
import org.reactivempi.transport.engine.diagnosis.DiagnosedStall;
import reactor.core.publisher.BaseSubscriber;

/** Tells the log of stalls, and ends the job where that is wanted. On the progress thread. */
final class StallReport extends BaseSubscriber<DiagnosedStall> {

    private static final Log log = Log.of(StallReport.class);

    private final DeadlockPolicy onDeadlock;
    private final Consumer<Integer> abort;

    StallReport(DeadlockPolicy onDeadlock, Engine engine, Life life) {
        this.onDeadlock = onDeadlock;
        this.abort = code -> engine.logged().then(life.abort(code)).subscribe();
    }

    @Override
    protected void hookOnNext(DiagnosedStall stall) {
        log.about(stall.report()).warn("{}", stall.report());
        if (stall.proven() && onDeadlock == DeadlockPolicy.ABORT) {
            abort.accept(DeadlockPolicy.CODE);
        }
    }
}
