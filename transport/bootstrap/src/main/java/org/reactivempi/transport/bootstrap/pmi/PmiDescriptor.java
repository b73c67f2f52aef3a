package org.reactivempi.transport.bootstrap.pmi;

import java.io.IOException;
import java.nio.channels.Channel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.BootstrapException;

/**
 * A connection that the launcher made before it started this process, and its place: {@code PMI_FD}, {@code PMI_RANK}
 * and {@code PMI_SIZE}. Java opens no descriptor by number, but takes a socket that is its standard input: a shell has made it that,
 * or a {@link DescriptorMover} does.
 */
record PmiDescriptor(int descriptor, int rank, int size) implements PmiClient.Connector {

    static final String DESCRIPTOR = "PMI_FD";

    private static final String RANK = "PMI_RANK";
    private static final String SIZE = "PMI_SIZE";

    static PmiDescriptor of(Map<String, String> environment) {
        int descriptor = PmiNumbers.parse(DESCRIPTOR, environment.get(DESCRIPTOR), 0, Integer.MAX_VALUE);
        int size = PmiNumbers.parse(SIZE, environment.get(SIZE), 1, Integer.MAX_VALUE);
        return new PmiDescriptor(descriptor, PmiNumbers.parse(RANK, environment.get(RANK), 0, size - 1), size);
    }

    @Override
    public SocketChannel connect() throws IOException {
        @Nullable String unmoved = move();
        // Java looks once, so the socket must be there by now.
        Channel inherited = System.inheritedChannel();
        if (inherited instanceof SocketChannel) {
            return (SocketChannel) inherited;
        }
        throw new BootstrapException(DESCRIPTOR + " is set, but standard input is not that socket"
                + (unmoved == null ? "" : ", nor can it become that: " + unmoved)
                + "; add reactive-mpi-pmix to the class path, start Java as bash -c 'exec java ... 0<&$"
                + DESCRIPTOR
                + "', or have the launcher give a port (mpiexec.hydra -pmi-port)");
    }

    /** Why it cannot be moved, where there is somebody to do so. */
    private @Nullable String move() {
        for (DescriptorMover mover : ServiceLoader.load(DescriptorMover.class, PmiDescriptor.class.getClassLoader())) {
            try {
                mover.toStandardInput(descriptor);
                return null;
            } catch (IOException e) {
                return e.getMessage();
            }
        }
        return null;
    }

    /** Java takes the process's standard output away when it closes a socket that was standard input. */
    @Override
    public void disconnect(SocketChannel channel) throws IOException {
        channel.shutdownInput();
        channel.shutdownOutput();
    }
}
