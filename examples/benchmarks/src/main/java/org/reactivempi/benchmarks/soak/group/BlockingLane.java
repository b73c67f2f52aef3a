package org.reactivempi.benchmarks.soak.group;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.reactivempi.BlockingPointToPoint;
import org.reactivempi.Buffers;
import org.reactivempi.Message;
import org.reactivempi.Op;
import org.reactivempi.Status;
import reactor.core.publisher.Mono;

/** A thread of the program that blocks on each of its operations: messages of all modes round the ranks, and collectives. */
final class BlockingLane implements GroupLane {

    private static final int STEPS = 40;
    private static final int LONGEST = 20_000;
    private static final int TAG = 75;

    @Override
    public String name() {
        return "blocking";
    }

    @Override
    public Mono<Void> run(Turn turn) {
        return Threads.run(() -> {
            for (int i = 0; i < STEPS; i++) {
                step(turn);
            }
        });
    }

    private static void step(Turn turn) {
        Random random = turn.random();
        int count = turn.length(LONGEST);
        int places = 1 + random.nextInt(turn.size());
        Values values = turn.values();
        int target = turn.after(places);
        int source = turn.after(-places);
        int[] mine = values.ints(turn.rank(), count);
        int[] room = new int[count];
        BlockingPointToPoint blocking = turn.all().blocking();
        String what = "message of rank " + source;
        switch (random.nextInt(5)) {
            case 0 -> {
                Status status = blocking.sendrecv(Buffers.ints(mine), target, TAG, Buffers.of(room), source, TAG);
                turn.check().equal("source", source, status.source());
                turn.check().ints(what, values.ints(source, count), room);
            }
            case 1 -> {
                blocking.sendrecvReplace(Buffers.of(mine), target, TAG, source, TAG);
                turn.check().ints(what + ", in its place", values.ints(source, count), mine);
            }
            case 2 -> {
                blocking.bsend(Buffers.ints(mine), target, TAG);
                Message message = blocking.receive(source, TAG);
                turn.check().equal("bytes", (long) count * Integer.BYTES, message.lengthBytes());
                ByteBuffer payload = message.payload().order(ByteOrder.LITTLE_ENDIAN);
                payload.asIntBuffer().get(room);
                turn.check().ints(what, values.ints(source, count), room);
            }
            case 3 -> inTurn(turn, blocking, values, mine, room);
            default -> {
                int[] sum = new int[count];
                turn.all()
                        .allreduce(Buffers.ints(mine), Buffers.of(sum), Op.SUM)
                        .block();
                int[] expected = new int[count];
                for (int rank = 0; rank < turn.size(); rank++) {
                    for (int i = 0; i < count; i++) {
                        expected[i] += values.intAt(rank, i);
                    }
                }
                turn.check().ints("allreduce", expected, sum);
            }
        }
    }

    /** Even ranks send to the next one before they receive, odd ones after; the last of an odd number takes no part. */
    private static void inTurn(Turn turn, BlockingPointToPoint blocking, Values values, int[] mine, int[] room) {
        int peer = turn.rank() ^ 1;
        if (peer >= turn.size()) {
            return;
        }
        if (turn.rank() < peer) {
            blocking.ssend(Buffers.ints(mine), peer, TAG);
            blocking.recv(Buffers.of(room), peer, TAG);
        } else {
            turn.check()
                    .equal("source of a probe", peer, blocking.probe(peer, TAG).source());
            blocking.recv(Buffers.of(room), peer, TAG);
            blocking.send(Buffers.ints(mine), peer, TAG);
        }
        turn.check().ints("message of rank " + peer + ", in turn", values.ints(peer, mine.length), room);
    }
}
