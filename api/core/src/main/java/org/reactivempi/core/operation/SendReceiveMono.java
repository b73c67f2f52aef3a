package org.reactivempi.core.operation;

import java.util.function.Supplier;
import org.reactivempi.Status;
import org.reactivempi.transport.engine.Engine;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/** Sends one message and receives another each time that it is subscribed. */
public final class SendReceiveMono extends OperationMono<Status> {

    final Engine engine;
    final Mono<Status> receive;
    final Supplier<Mono<Status>> send;
    private final Runnable check;

    /**
     * A send and a receive that are not subscribed.
     *
     * @param check throws what is wrong with the arguments of either; asked at each subscription
     * @param receive what to start first
     * @param send gives what to start then; asked before the receive starts, so that it may copy what the receive overwrites
     */
    public SendReceiveMono(Engine engine, Runnable check, Mono<Status> receive, Supplier<Mono<Status>> send) {
        this.engine = engine;
        this.check = check;
        this.receive = receive;
        this.send = send;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Status> subscriber) {
        try {
            check.run();
        } catch (RuntimeException wrong) {
            Operators.error(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(new SendReceive(subscriber, this));
    }
}
