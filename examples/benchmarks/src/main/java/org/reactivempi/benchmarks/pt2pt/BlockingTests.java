package org.reactivempi.benchmarks.pt2pt;

import java.util.ArrayList;
import java.util.List;
import org.reactivempi.BlockingPointToPoint;
import org.reactivempi.Buffer;
import org.reactivempi.Communicator;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The tests as MPI programs are written: calls that return when they are done, on a thread of the program's own. */
final class BlockingTests extends Tests {

    private final BlockingPointToPoint blocking;

    BlockingTests(Communicator world, Memory memory, Layout layout, Pace pace, Report report) {
        super(world, memory, layout, pace, report);
        this.blocking = world.blocking();
    }

    @Override
    Mono<Void> pingPongs(int bytes, long[] nanos) {
        return run(() -> {
            Buffer data = room(bytes);
            Buffer room = room(bytes);
            Stopwatch watch = new Stopwatch(nanos);
            for (int i = 0; i < nanos.length; i++) {
                if (world.rank() == 0) {
                    blocking.send(data, peer, TAG_DATA);
                    blocking.recv(room, peer, TAG_DATA);
                } else {
                    blocking.recv(room, peer, TAG_DATA);
                    blocking.send(data, peer, TAG_DATA);
                }
                watch.lap();
            }
        });
    }

    @Override
    Mono<Void> windows(int bytes, int n) {
        return run(() -> {
            Buffer data = room(bytes);
            List<Buffer> rooms = rooms(world.rank() == 1 ? bytes : 0);
            Buffer answer = memory.room(4);
            for (int i = 0; i < n; i++) {
                List<Request> requests = new ArrayList<>(WINDOW);
                for (Buffer room : rooms) {
                    requests.add(Request.start(
                            world.rank() == 0 ? world.isend(data, peer, TAG_DATA) : world.irecv(room, peer, TAG_DATA)));
                }
                Requests.waitAll(requests).block();
                if (world.rank() == 0) {
                    blocking.recv(answer, peer, TAG_ACK);
                } else {
                    blocking.send(answer, peer, TAG_ACK);
                }
            }
        });
    }

    @Override
    Mono<Void> waitAnys(int bytes, int n, boolean shuffled) {
        return run(() -> {
            Buffer data = room(bytes);
            List<Buffer> rooms = rooms(world.rank() == 1 ? bytes : 0);
            Buffer answer = memory.room(4);
            for (int i = 0; i < n; i++) {
                if (world.rank() == 0) {
                    blocking.recv(answer, peer, TAG_ACK);
                    sendAll(data, shuffled);
                    blocking.recv(answer, peer, TAG_ACK);
                } else {
                    List<Request> requests = receives(rooms);
                    blocking.send(answer, peer, TAG_ACK);
                    for (int taken = 0; taken < WINDOW; taken++) {
                        Requests.waitAny(requests).block();
                    }
                    blocking.send(answer, peer, TAG_ACK);
                }
            }
        });
    }

    private void sendAll(Buffer data, boolean shuffled) {
        List<Request> requests = new ArrayList<>(WINDOW);
        for (int i = 0; i < WINDOW; i++) {
            int tag = TAG_DEEP + (shuffled ? (i * 37 + 11) % WINDOW : i);
            requests.add(Request.start(world.isend(data, peer, tag)));
        }
        Requests.waitAll(requests).block();
    }

    private List<Request> receives(List<Buffer> rooms) {
        List<Request> requests = new ArrayList<>(rooms.size());
        for (int i = 0; i < rooms.size(); i++) {
            requests.add(Request.start(world.irecv(rooms.get(i), peer, TAG_DEEP + i)));
        }
        return requests;
    }

    @Override
    Mono<Void> deep(int depth, boolean unexpected, Mono<Void> inBetween) {
        return run(() -> {
            List<Buffer> entries = memory.entries(depth);
            Buffer mark = memory.room(1);
            boolean first = unexpected == (world.rank() == 0);
            List<Request> early = first ? start(entries) : List.of();
            if (unexpected && world.rank() == 0) {
                blocking.send(mark, peer, TAG_MARK);
            } else if (unexpected) {
                blocking.recv(mark, peer, TAG_MARK);
            }
            inBetween.block();
            Requests.waitAll(first ? early : start(entries)).block();
        });
    }

    /** Sends at rank 0, receives at rank 1. */
    private List<Request> start(List<Buffer> entries) {
        List<Request> requests = new ArrayList<>(entries.size());
        for (int i = 0; i < entries.size(); i++) {
            Buffer entry = entries.get(i);
            requests.add(Request.start(
                    world.rank() == 0
                            ? world.isend(entry, peer, TAG_DEEP + i)
                            : world.irecv(entry, peer, TAG_DEEP + i)));
        }
        return requests;
    }

    private static Mono<Void> run(Runnable program) {
        return Mono.<Void>fromRunnable(program).subscribeOn(Schedulers.boundedElastic());
    }
}
