package org.reactivempi.core.partition;

import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Status;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

/** Makes the partitions of one send ready as a stream names them; the send ends with the stream where that is too early. */
final class Readiness extends BaseSubscriber<Integer> {

    private final PartitionedRequest.Send send;
    private int named;
    private volatile @Nullable Throwable failure;

    private Readiness(PartitionedRequest.Send send) {
        this.send = send;
    }

    /** One start of a send, which is freed at its end. */
    static Mono<Status> sent(PartitionedRequest.Send send, Publisher<Integer> readiness) {
        Readiness partitions = new Readiness(send);
        send.start();
        readiness.subscribe(partitions);
        return send.completion().onErrorMap(partitions::cause).doFinally(partitions::end);
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        requestUnbounded();
    }

    @Override
    protected void hookOnNext(Integer partition) {
        try {
            send.ready(partition);
        } catch (MpiException wrong) {
            cancel();
            giveUp(wrong);
            return;
        }
        named++;
        if (named == send.partitions()) {
            cancel();
        }
    }

    @Override
    protected void hookOnError(Throwable thrown) {
        giveUp(thrown);
    }

    @Override
    protected void hookOnComplete() {
        if (named < send.partitions()) {
            giveUp(new MpiException(
                    ErrorClass.ARG, "the readiness has named " + named + " of " + send.partitions() + " partitions"));
        }
    }

    private void giveUp(Throwable why) {
        failure = why;
        send.sending().giveUp(why);
    }

    private Throwable cause(Throwable ofSend) {
        Throwable own = failure;
        return own == null ? ofSend : own;
    }

    private void end(SignalType how) {
        cancel();
        if (how == SignalType.CANCEL) {
            send.sending().giveUp(new CancellationException("the send was cancelled"));
            // What has begun reads the buffer until its end.
            send.completion().onErrorComplete().doFinally(ended -> send.free()).subscribe();
        } else {
            send.free();
        }
    }
}
