package org.reactivempi.benchmarks.bindings;

import java.nio.ByteBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** In the spelling of Open MPI's bindings, whose calls that return at once take direct buffers. */
final class OpenMpiCalls implements Calls {

    private final Intracomm world = MPI.COMM_WORLD;
    private ByteBuffer direct = ByteBuffer.allocateDirect(0);

    @Override
    public int rank() {
        return world.getRank();
    }

    @Override
    public int size() {
        return world.getSize();
    }

    @Override
    public void send(byte[] data, int bytes, int peer) {
        world.send(data, bytes, MPI.BYTE, peer, TAG);
    }

    @Override
    public void recv(byte[] room, int bytes, int peer) {
        world.recv(room, bytes, MPI.BYTE, peer, TAG);
    }

    @Override
    public void sendWindow(byte[] data, int bytes, int peer, int messages) {
        ByteBuffer buffer = direct(bytes);
        Request[] requests = new Request[messages];
        for (int i = 0; i < messages; i++) {
            requests[i] = world.iSend(buffer, bytes, MPI.BYTE, peer, TAG);
        }
        Request.waitAll(requests);
    }

    @Override
    public void recvWindow(byte[] room, int bytes, int peer, int messages) {
        ByteBuffer buffer = direct(bytes * messages);
        Request[] requests = new Request[messages];
        for (int i = 0; i < messages; i++) {
            requests[i] = world.iRecv(MPI.slice(buffer, i * bytes), bytes, MPI.BYTE, peer, TAG);
        }
        Request.waitAll(requests);
    }

    private ByteBuffer direct(int bytes) {
        if (direct.capacity() < bytes) {
            direct = MPI.newByteBuffer(bytes);
        }
        return direct;
    }

    @Override
    public void barrier() {
        world.barrier();
    }

    @Override
    public void bcast(double[] values) {
        world.bcast(values, values.length, MPI.DOUBLE, 0);
    }

    @Override
    public void sum(double[] mine, double[] result) {
        world.allReduce(mine, result, mine.length, MPI.DOUBLE, MPI.SUM);
    }

    @Override
    public void max(double[] mine, double[] result) {
        world.allReduce(mine, result, mine.length, MPI.DOUBLE, MPI.MAX);
    }

    @Override
    public void allgather(double[] mine, double[] all) {
        world.allGather(mine, mine.length, MPI.DOUBLE, all, mine.length, MPI.DOUBLE);
    }

    @Override
    public void alltoall(double[] mine, double[] all) {
        int part = mine.length / world.getSize();
        world.allToAll(mine, part, MPI.DOUBLE, all, part, MPI.DOUBLE);
    }
}
