package org.reactivempi.transport.bootstrap.pmi;

import java.io.IOException;
import java.nio.channels.Channel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import org.reactivempi.transport.bootstrap.BootstrapException;

/**
 * A connection that the launcher made before it started this process, and its place: {@code PMI_FD}, {@code PMI_RANK}
 * and {@code PMI_SIZE}. Java opens no descriptor by number, but takes a socket that is its standard input.
 */
record PmiDescriptor(int rank, int size) {

    static final String DESCRIPTOR = "PMI_FD";

    private static final String RANK = "PMI_RANK";
    private static final String SIZE = "PMI_SIZE";

    static PmiDescriptor of(Map<String, String> environment) {
        int size = PmiNumbers.parse(SIZE, environment.get(SIZE), 1, Integer.MAX_VALUE);
        return new PmiDescriptor(PmiNumbers.parse(RANK, environment.get(RANK), 0, size - 1), size);
    }

    SocketChannel take() throws IOException {
        Channel inherited = System.inheritedChannel();
        if (inherited instanceof SocketChannel) {
            return (SocketChannel) inherited;
        }
        throw new BootstrapException(DESCRIPTOR + " is set, but standard input is not that socket; start Java as"
                + " bash -c 'exec java ... 0<&$" + DESCRIPTOR + "', or have the launcher give a port"
                + " (mpiexec.hydra -pmi-port)");
    }
}
