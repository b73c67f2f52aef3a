package org.reactivempi.benchmarks.bindings;

/** What the measured program calls, in one spelling. Each call returns when it is done, and throws what its library throws. */
interface Calls {

    int TAG = 7;

    int rank() throws Exception;

    int size() throws Exception;

    /** Sends the beginning of an array. */
    void send(byte[] data, int bytes, int peer) throws Exception;

    void recv(byte[] room, int bytes, int peer) throws Exception;

    /** Starts so many sends of the beginning of an array, and waits for all. */
    void sendWindow(byte[] data, int bytes, int peer, int messages) throws Exception;

    /** Starts so many receives, one after the other in an array, and waits for all. */
    void recvWindow(byte[] room, int bytes, int peer, int messages) throws Exception;

    void barrier() throws Exception;

    /** From rank 0. */
    void bcast(double[] values) throws Exception;

    void sum(double[] mine, double[] result) throws Exception;

    void max(double[] mine, double[] result) throws Exception;

    void allgather(double[] mine, double[] all) throws Exception;

    /** To each rank an equal part of an array. */
    void alltoall(double[] mine, double[] all) throws Exception;
}
