package org.reactivempi.benchmarks.bindings;

import java.util.ArrayList;
import java.util.List;
import org.reactivempi.BlockingPointToPoint;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Op;
import org.reactivempi.Request;
import org.reactivempi.Requests;

/** Our own calls, as a program that blocks makes them. */
final class BlockingCalls implements Calls {

    private final Communicator world;
    private final BlockingPointToPoint blocking;

    BlockingCalls(Communicator world) {
        this.world = world;
        this.blocking = world.blocking();
    }

    @Override
    public int rank() {
        return world.rank();
    }

    @Override
    public int size() {
        return world.size();
    }

    @Override
    public void send(byte[] data, int bytes, int peer) {
        blocking.send(Buffers.of(data, 0, bytes), peer, TAG);
    }

    @Override
    public void recv(byte[] room, int bytes, int peer) {
        blocking.recv(Buffers.of(room, 0, bytes), peer, TAG);
    }

    @Override
    public void sendWindow(byte[] data, int bytes, int peer, int messages) {
        List<Request> requests = new ArrayList<>(messages);
        for (int i = 0; i < messages; i++) {
            requests.add(Request.start(world.isend(Buffers.of(data, 0, bytes), peer, TAG)));
        }
        Requests.waitAll(requests).block();
    }

    @Override
    public void recvWindow(byte[] room, int bytes, int peer, int messages) {
        List<Request> requests = new ArrayList<>(messages);
        for (int i = 0; i < messages; i++) {
            requests.add(Request.start(world.irecv(Buffers.of(room, i * bytes, bytes), peer, TAG)));
        }
        Requests.waitAll(requests).block();
    }

    @Override
    public void barrier() {
        world.barrier().block();
    }

    @Override
    public void bcast(double[] values) {
        world.bcast(Buffers.of(values), 0).block();
    }

    @Override
    public void sum(double[] mine, double[] result) {
        world.allreduce(Buffers.doubles(mine), Buffers.of(result), Op.SUM).block();
    }

    @Override
    public void max(double[] mine, double[] result) {
        world.allreduce(Buffers.doubles(mine), Buffers.of(result), Op.MAX).block();
    }

    @Override
    public void allgather(double[] mine, double[] all) {
        world.allgather(Buffers.doubles(mine), Buffers.of(all)).block();
    }

    @Override
    public void alltoall(double[] mine, double[] all) {
        world.alltoall(Buffers.doubles(mine), Buffers.of(all)).block();
    }
}
