package mpi;

import java.nio.Buffer;
import org.reactivempi.AnyCommunicator;
import org.reactivempi.MatchedMessage;

/** A message that a probe has taken out of the queue, so that only this receives it. */
public final class Message {

    /** Null while there is none. */
    private MatchedMessage matched;

    private Comm comm;

    /** No message. */
    public Message() {}

    /** Whether there is none: none was found, or it has been received. */
    public boolean isNull() {
        return matched == null;
    }

    /** Whether it is the message of no process: the probe's source was {@link MPI#PROC_NULL}. */
    public boolean isNoProc() {
        return matched != null && matched.status().source() == Codes.PROC_NULL;
    }

    /** Waits for a message, and takes it out of the queue. */
    public Status mProbe(int source, int tag, Comm comm) {
        try {
            AnyCommunicator from = comm.live();
            this.comm = comm;
            matched = from.mprobe(source, tag).block();
            return new Status(matched.status());
        } catch (RuntimeException e) {
            throw Errors.raise(comm, e, "mProbe", source, tag);
        }
    }

    /** Looks for a message, and takes it out of the queue; null if there is none. */
    public Status imProbe(int source, int tag, Comm comm) {
        try {
            AnyCommunicator from = comm.live();
            this.comm = comm;
            matched = from.improbe(source, tag).block();
            return matched == null ? null : new Status(matched.status());
        } catch (RuntimeException e) {
            throw Errors.raise(comm, e, "imProbe", source, tag);
        }
    }

    private MatchedMessage taken() {
        Job.check();
        MatchedMessage message = matched;
        if (message == null) {
            throw new MPIException(Codes.ERR_REQUEST, "the message is null: none was probed, or it has been received");
        }
        matched = null;
        return message;
    }

    /** Receives it. */
    public Status mRecv(Object buf, int count, Datatype type) {
        try {
            if (type != null && type.isObject()) {
                org.reactivempi.Message message = taken().receive().block();
                return new Status(message.status(), ObjectMessages.decode(message.payload(), buf, 0, count, type));
            }
            org.reactivempi.Buffer room = UserMemory.of(buf, count, type);
            return new Status(taken().receive(room).block());
        } catch (RuntimeException e) {
            throw Errors.raise(comm, e, "mRecv", buf, count, type);
        }
    }

    /** Starts to receive it. */
    public Request imRecv(Buffer buf, int count, Datatype type) {
        return receive(buf, count, type);
    }

    /** Starts to receive it, into an array. */
    public Request imRecv(Object buf, int count, Datatype type) {
        return receive(buf, count, type);
    }

    private Request receive(Object buf, int count, Datatype type) {
        try {
            if (type != null && type.isObject()) {
                ObjectMessages.Arrival arrival = new ObjectMessages.Arrival(buf, 0, count, type);
                return Request.start(comm, arrival.of(taken().receive()), arrival);
            }
            org.reactivempi.Buffer room = UserMemory.of(buf, count, type);
            return Request.start(comm, taken().receive(room));
        } catch (RuntimeException e) {
            throw Errors.raise(comm, e, "imRecv", buf, count, type);
        }
    }
}
