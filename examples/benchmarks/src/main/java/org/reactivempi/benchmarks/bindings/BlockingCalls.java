package org.reactivempi.benchmarks.bindings;

import java.util.ArrayList;
import java.util.List;
import org.reactivempi.SendBuffer;
import org.reactivempi.BlockingPointToPoint;
import org.reactivempi.Buffer;
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
        blocking.send(Buffer.of(data, 0, bytes), peer, TAG);
    }

    @Override
    public void recv(byte[] room, int bytes, int peer) {
        blocking.recv(Buffer.of(room, 0, bytes), peer, TAG);
    }

    @Override
    public void sendWindow(byte[] data, int bytes, int peer, int messages) {
        List<Request> requests = new ArrayList<>(messages);
        for (int i = 0; i < messages; i++) {
            requests.add(Request.start(world.isend(Buffer.of(data, 0, bytes), peer, TAG)));
        }
        Requests.waitAll(requests).block();
    }

    @Override
    public void recvWindow(byte[] room, int bytes, int peer, int messages) {
        List<Request> requests = new ArrayList<>(messages);
        for (int i = 0; i < messages; i++) {
            requests.add(Request.start(world.irecv(Buffer.of(room, i * bytes, bytes), peer, TAG)));
        }
        Requests.waitAll(requests).block();
    }

    @Override
    public void barrier() {
        world.barrier().block();
    }

    @Override
    public void bcast(double[] values) {
        world.bcast(Buffer.of(values), 0).block();
    }

    @Override
    public void sum(double[] mine, double[] result) {
        world.allreduce(SendBuffer.doubles(mine), Buffer.of(result), Op.SUM).block();
    }

    @Override
    public void max(double[] mine, double[] result) {
        world.allreduce(SendBuffer.doubles(mine), Buffer.of(result), Op.MAX).block();
    }

    @Override
    public void allgather(double[] mine, double[] all) {
        world.allgather(SendBuffer.doubles(mine), Buffer.of(all)).block();
    }

    @Override
    public void alltoall(double[] mine, double[] all) {
        world.alltoall(SendBuffer.doubles(mine), Buffer.of(all)).block();
    }
}
