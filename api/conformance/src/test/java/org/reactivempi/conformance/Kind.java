package org.reactivempi.conformance;

import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;

import java.util.Arrays;
import java.util.List;
import org.reactivempi.Buffer;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Every kind of operation between two ranks: what holds for all of them is tested for all of them. A new kind is a line. */
enum Kind {
    ISEND(Role.SEND, Communicator::isend),
    ISSEND(Role.SEND, Communicator::issend),
    IBSEND(Role.SEND, Communicator::ibsend),
    IRECV(Role.RECEIVE, Communicator::irecv),
    RECEIVE(Role.TAKE, (me, none, source, tag) -> me.receive(source, tag)),
    ISENDRECV_SENDING(
            Role.SEND, (me, data, peer, tag) -> me.isendrecv(data, peer, tag, room(4), Mpi.PROC_NULL, Mpi.ANY_TAG)),
    ISENDRECV_RECEIVING(
            Role.RECEIVE, (me, room, peer, tag) -> me.isendrecv(ints(1), Mpi.PROC_NULL, TAG, room, peer, tag)),
    ISENDRECV_REPLACE_SENDING(
            Role.SEND_IN_PLACE,
            (me, data, peer, tag) -> me.isendrecvReplace(data, peer, tag, Mpi.PROC_NULL, Mpi.ANY_TAG)),
    ISENDRECV_REPLACE_RECEIVING(
            Role.RECEIVE, (me, room, peer, tag) -> me.isendrecvReplace(room, Mpi.PROC_NULL, TAG, peer, tag)),
    SEND(Role.SEND, blocking((me, data, peer, tag) -> me.blocking().send(data, peer, tag))),
    SSEND(Role.SEND, blocking((me, data, peer, tag) -> me.blocking().ssend(data, peer, tag))),
    BSEND(Role.SEND, blocking((me, data, peer, tag) -> me.blocking().bsend(data, peer, tag))),
    RECV(Role.RECEIVE, blocking((me, room, peer, tag) -> me.blocking().recv(room, peer, tag))),
    SENDRECV(
            Role.RECEIVE,
            blocking((me, room, peer, tag) -> me.blocking().sendrecv(ints(1), Mpi.PROC_NULL, TAG, room, peer, tag)));

    /** Which arguments an operation has. */
    enum Role {
        /** A destination, a tag, and a buffer to read. */
        SEND,
        /** A destination, a tag, and a buffer to read and then to write. */
        SEND_IN_PLACE,
        /** A source, a tag, both perhaps wildcards, and a buffer to write. */
        RECEIVE,
        /** A source and a tag, both perhaps wildcards. */
        TAKE
    }

    /** Makes an operation, which nobody has subscribed. */
    interface Make {
        Publisher<?> of(Communicator me, Buffer buffer, int peer, int tag);
    }

    private interface Call {
        Object on(Communicator me, Buffer buffer, int peer, int tag);
    }

    private final Role role;
    private final Make make;

    Kind(Role role, Make make) {
        this.role = role;
        this.make = make;
    }

    /** A blocking call, as an operation that begins with its subscription. */
    private static Make blocking(Call call) {
        return (me, buffer, peer, tag) ->
                Mono.fromCallable(() -> call.on(me, buffer, peer, tag)).subscribeOn(Schedulers.boundedElastic());
    }

    /** Those whose publisher is the library's own, and no blocking call. */
    static List<Kind> reactive() {
        return Arrays.stream(values())
                .filter(kind -> kind.ordinal() < SEND.ordinal())
                .toList();
    }

    /** Prepares all ranks for all kinds. */
    static void prepare(Ranks ranks) {
        Flux.range(0, ranks.size())
                .concatMap(rank -> ranks.session(rank).attachAutomaticBuffer())
                .blockLast(Payloads.TIMEOUT);
    }

    Publisher<?> of(Communicator me, Buffer buffer, int peer, int tag) {
        return make.of(me, buffer, peer, tag);
    }

    /** An operation with nothing wrong in its arguments. */
    Publisher<?> of(Communicator me, int peer) {
        return of(me, room(4), peer, TAG);
    }

    /** What a peer does so that the operation completes. */
    Publisher<?> partner(Communicator peer, int me) {
        return isSend() ? peer.receive(me, TAG) : peer.isend(ints(1), me, TAG);
    }

    boolean isSend() {
        return role == Role.SEND || role == Role.SEND_IN_PLACE;
    }

    boolean hasBuffer() {
        return role != Role.TAKE;
    }

    boolean writes() {
        return role == Role.SEND_IN_PLACE || role == Role.RECEIVE;
    }
}
