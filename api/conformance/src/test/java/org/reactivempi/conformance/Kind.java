package org.reactivempi.conformance;

import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.ints;
import static org.reactivempi.conformance.Payloads.room;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.reactivempi.Buffer;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Mpi;
import org.reactivempi.PersistentRequest;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Every kind of operation between two ranks: what holds for all of them is tested for all of them. A new kind is a line. */
enum Kind {
    ISEND(Role.SEND, Style.PUBLISHER, Communicator::isend),
    ISSEND(Role.SEND, Style.PUBLISHER, Communicator::issend),
    IBSEND(Role.SEND, Style.PUBLISHER, Communicator::ibsend),
    IRSEND(Role.SEND, Style.PUBLISHER, Communicator::irsend),
    IRECV(Role.RECEIVE, Style.PUBLISHER, Communicator::irecv),
    RECEIVE(Role.TAKE, Style.PUBLISHER, (me, none, source, tag) -> me.receive(source, tag)),
    PROBE(Role.TAKE, Style.PUBLISHER, (me, none, source, tag) -> me.probe(source, tag)),
    MPROBE(Role.TAKE, Style.PUBLISHER, (me, none, source, tag) -> me.mprobe(source, tag)),
    ISENDRECV_SENDING(
            Role.SEND,
            Style.PUBLISHER,
            (me, data, peer, tag) -> me.isendrecv(data, peer, tag, room(4), Mpi.PROC_NULL, Mpi.ANY_TAG)),
    ISENDRECV_RECEIVING(
            Role.RECEIVE,
            Style.PUBLISHER,
            (me, room, peer, tag) -> me.isendrecv(ints(1), Mpi.PROC_NULL, TAG, room, peer, tag)),
    ISENDRECV_REPLACE_SENDING(
            Role.SEND_IN_PLACE,
            Style.PUBLISHER,
            (me, data, peer, tag) -> me.isendrecvReplace(data, peer, tag, Mpi.PROC_NULL, Mpi.ANY_TAG)),
    ISENDRECV_REPLACE_RECEIVING(
            Role.RECEIVE,
            Style.PUBLISHER,
            (me, room, peer, tag) -> me.isendrecvReplace(room, Mpi.PROC_NULL, TAG, peer, tag)),
    SEND_STREAM(
            Role.STREAM,
            Style.PUBLISHER,
            (me, none, peer, tag) -> me.sendStream(Flux.just("value"), Codecs.string(), peer, tag)),
    RECEIVE_STREAM(
            Role.TAKE_STREAM, Style.PUBLISHER, (me, none, peer, tag) -> me.receiveStream(Codecs.string(), peer, tag)),
    SEND_INIT(Role.SEND, Style.REQUEST, started(Communicator::sendInit)),
    BSEND_INIT(Role.SEND, Style.REQUEST, started(Communicator::bsendInit)),
    SSEND_INIT(Role.SEND, Style.REQUEST, started(Communicator::ssendInit)),
    RSEND_INIT(Role.SEND, Style.REQUEST, started(Communicator::rsendInit)),
    RECV_INIT(Role.RECEIVE, Style.REQUEST, started(Communicator::recvInit)),
    SEND(Role.SEND, Style.CALL, call((me, data, peer, tag) -> me.blocking().send(data, peer, tag))),
    SSEND(Role.SEND, Style.CALL, call((me, data, peer, tag) -> me.blocking().ssend(data, peer, tag))),
    BSEND(Role.SEND, Style.CALL, call((me, data, peer, tag) -> me.blocking().bsend(data, peer, tag))),
    RSEND(Role.SEND, Style.CALL, call((me, data, peer, tag) -> me.blocking().rsend(data, peer, tag))),
    RECV(Role.RECEIVE, Style.CALL, call((me, room, peer, tag) -> me.blocking().recv(room, peer, tag))),
    SENDRECV(
            Role.RECEIVE,
            Style.CALL,
            call((me, room, peer, tag) -> me.blocking().sendrecv(ints(1), Mpi.PROC_NULL, TAG, room, peer, tag))),
    SENDRECV_REPLACE(
            Role.RECEIVE,
            Style.CALL,
            call((me, room, peer, tag) -> me.blocking().sendrecvReplace(room, Mpi.PROC_NULL, TAG, peer, tag))),
    BLOCKING_RECEIVE(
            Role.TAKE, Style.CALL, call((me, none, peer, tag) -> me.blocking().receive(peer, tag))),
    BLOCKING_PROBE(
            Role.TAKE, Style.CALL, call((me, none, peer, tag) -> me.blocking().probe(peer, tag))),
    BLOCKING_MPROBE(
            Role.TAKE, Style.CALL, call((me, none, peer, tag) -> me.blocking().mprobe(peer, tag))),
    IPROBE(
            Role.TAKE,
            Style.CALL,
            call((me, none, peer, tag) -> me.iprobe(peer, tag).block())),
    IMPROBE(
            Role.TAKE,
            Style.CALL,
            call((me, none, peer, tag) -> me.improbe(peer, tag).block()));

    /** Which arguments an operation has. */
    enum Role {
        /** A destination, a tag, and a buffer to read. */
        SEND,
        /** A destination, a tag, and a buffer to read and then to write. */
        SEND_IN_PLACE,
        /** A destination and a tag, for a stream. */
        STREAM,
        /** A source, a tag, both perhaps wildcards, and a buffer to write. */
        RECEIVE,
        /** A source and a tag, both perhaps wildcards. */
        TAKE,
        /** A source and a tag, both perhaps wildcards, for a stream. */
        TAKE_STREAM
    }

    /** What begins an operation. */
    enum Style {
        /** The demand of a subscriber, which gets the operation's signals. */
        PUBLISHER,
        /** The start of a persistent request; a subscriber waits for it. */
        REQUEST,
        /** A call. */
        CALL
    }

    /** Makes an operation, which nobody has subscribed. */
    private interface Make {
        Publisher<?> of(Communicator me, Buffer buffer, int peer, int tag);
    }

    private interface Init {
        PersistentRequest of(Communicator me, Buffer buffer, int peer, int tag);
    }

    private interface Call {
        Object on(Communicator me, Buffer buffer, int peer, int tag);
    }

    private final Role role;
    private final Style style;
    private final Make make;

    Kind(Role role, Style style, Make make) {
        this.role = role;
        this.style = style;
        this.make = make;
    }

    /** A persistent request that starts with the subscription. */
    private static Make started(Init init) {
        return (me, buffer, peer, tag) -> {
            PersistentRequest request = init.of(me, buffer, peer, tag);
            return Mono.fromRunnable(request::start).then(request.completion());
        };
    }

    /** A call that is made with the subscription. */
    private static Make call(Call call) {
        return (me, buffer, peer, tag) ->
                Mono.fromCallable(() -> call.on(me, buffer, peer, tag)).subscribeOn(Schedulers.boundedElastic());
    }

    static List<Kind> all(Predicate<Kind> which) {
        return Arrays.stream(values()).filter(which).toList();
    }

    /** Prepares all ranks for all kinds. */
    static void prepare(Ranks ranks) {
        Flux.range(0, ranks.size())
                .concatMap(rank -> ranks.session(rank).buffers().attachAutomatic())
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
        return switch (role) {
            case SEND, SEND_IN_PLACE -> peer.receive(me, TAG);
            case STREAM -> peer.receiveStream(Codecs.string(), me, TAG);
            case RECEIVE, TAKE -> peer.isend(ints(1), me, TAG);
            case TAKE_STREAM -> peer.sendStream(Flux.just("value"), Codecs.string(), me, TAG);
        };
    }

    /** Takes what the operation has left where it was. */
    void clean(Communicator me, int peer) {
        if (this == PROBE) {
            me.receive(peer, TAG).block(Payloads.TIMEOUT);
        }
    }

    boolean isPublisher() {
        return style == Style.PUBLISHER;
    }

    boolean isCall() {
        return style == Style.CALL;
    }

    boolean isSend() {
        return role == Role.SEND || role == Role.SEND_IN_PLACE || role == Role.STREAM;
    }

    boolean hasBuffer() {
        return role == Role.SEND || writes();
    }

    boolean writes() {
        return role == Role.SEND_IN_PLACE || role == Role.RECEIVE;
    }

    /** Whether it gives a value before it completes. */
    boolean hasValue() {
        return role != Role.STREAM;
    }

    /** Whether it cannot complete without a peer. */
    boolean waits() {
        return !isSend() || this == ISSEND || this == SEND_STREAM;
    }
}
