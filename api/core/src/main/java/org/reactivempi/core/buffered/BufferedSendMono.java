package org.reactivempi.core.buffered;

import org.reactivempi.Buffer;
import org.reactivempi.Status;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.operation.RankMap;
import org.reactivempi.transport.engine.Engine;
import reactor.core.CoreSubscriber;

/** Sends a message in buffered mode each time that it is subscribed. */
public final class BufferedSendMono extends OperationMono<Status> {

    private final Engine engine;
    private final RankMap check;
    private final Attachment attachment;
    private final Buffer data;
    private final int context;
    private final int source;
    private final int destination;
    private final int tag;

    /**
     * A send that is not subscribed.
     *
     * @param engine sends it
     * @param check says which rank of the world it goes to, or what is wrong with it
     * @param attachment has the buffer when it starts
     * @param data what to send
     * @param context the communicator's number
     * @param source this rank in the communicator
     * @param destination the peer's rank in the communicator
     * @param tag the tag
     */
    public BufferedSendMono(
            Engine engine,
            RankMap check,
            Attachment attachment,
            Buffer data,
            int context,
            int source,
            int destination,
            int tag) {
        this.engine = engine;
        this.check = check;
        this.attachment = attachment;
        this.data = data;
        this.context = context;
        this.source = source;
        this.destination = destination;
        this.tag = tag;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Status> subscriber) {
        new LocalMono<>(engine, this::send).subscribe(subscriber);
    }

    private BufferedSend send() {
        int world = check.destination(destination, tag);
        data.check(false);
        return new BufferedSend(engine, attachment, data, context, source, world, tag);
    }
}
