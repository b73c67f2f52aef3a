package org.reactivempi.core;

import java.util.function.Consumer;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.engine.diagnosis.Stall;
import reactor.core.publisher.BaseSubscriber;
import reactor.util.Logger;
import reactor.util.Loggers;

/** Tells the log of stalls, and ends the job where that is wanted. On the progress thread. */
final class StallReport extends BaseSubscriber<Stall> {

    private static final Logger log = Loggers.getLogger(StallReport.class);

    private final OnDeadlock onDeadlock;
    private final Consumer<Integer> abort;

    StallReport(OnDeadlock onDeadlock, Bootstrap bootstrap) {
        this.onDeadlock = onDeadlock;
        this.abort = code -> bootstrap.abort(code).subscribe();
    }

    @Override
    protected void hookOnNext(Stall stall) {
        log.warn("{}", stall.report());
        if (stall.proven() && onDeadlock == OnDeadlock.ABORT) {
            abort.accept(OnDeadlock.CODE);
        }
    }
}
