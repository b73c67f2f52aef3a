package org.reactivempi.benchmarks.bindings;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** In the spelling of mpiJava 1.2, as MPJ Express has it too: nothing here may be what only one of them knows. */
final class MpiJavaCalls implements Calls {

    private final Intracomm world = MPI.COMM_WORLD;

    @Override
    public int rank() throws Exception {
        return world.Rank();
    }

    @Override
    public int size() throws Exception {
        return world.Size();
    }

    @Override
    public void send(byte[] data, int bytes, int peer) throws Exception {
        world.Send(data, 0, bytes, MPI.BYTE, peer, TAG);
    }

    @Override
    public void recv(byte[] room, int bytes, int peer) throws Exception {
        world.Recv(room, 0, bytes, MPI.BYTE, peer, TAG);
    }

    @Override
    public void sendWindow(byte[] data, int bytes, int peer, int messages) throws Exception {
        Request[] requests = new Request[messages];
        for (int i = 0; i < messages; i++) {
            requests[i] = world.Isend(data, 0, bytes, MPI.BYTE, peer, TAG);
        }
        Request.Waitall(requests);
    }

    @Override
    public void recvWindow(byte[] room, int bytes, int peer, int messages) throws Exception {
        Request[] requests = new Request[messages];
        for (int i = 0; i < messages; i++) {
            requests[i] = world.Irecv(room, i * bytes, bytes, MPI.BYTE, peer, TAG);
        }
        Request.Waitall(requests);
    }

    @Override
    public void barrier() throws Exception {
        world.Barrier();
    }

    @Override
    public void bcast(double[] values) throws Exception {
        world.Bcast(values, 0, values.length, MPI.DOUBLE, 0);
    }

    @Override
    public void sum(double[] mine, double[] result) throws Exception {
        world.Allreduce(mine, 0, result, 0, mine.length, MPI.DOUBLE, MPI.SUM);
    }

    @Override
    public void max(double[] mine, double[] result) throws Exception {
        world.Allreduce(mine, 0, result, 0, mine.length, MPI.DOUBLE, MPI.MAX);
    }

    @Override
    public void allgather(double[] mine, double[] all) throws Exception {
        world.Allgather(mine, 0, mine.length, MPI.DOUBLE, all, 0, mine.length, MPI.DOUBLE);
    }

    @Override
    public void alltoall(double[] mine, double[] all) throws Exception {
        int part = mine.length / world.Size();
        world.Alltoall(mine, 0, part, MPI.DOUBLE, all, 0, part, MPI.DOUBLE);
    }
}
