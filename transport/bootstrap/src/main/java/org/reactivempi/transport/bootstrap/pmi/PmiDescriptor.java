package org.reactivempi.transport.bootstrap.pmi;

import java.io.IOException;
import java.nio.channels.Channel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.BootstrapException;

/**
 * A connection that the launcher made before it started this process, and its place: {@code PMI_FD}, {@code PMI_RANK}
 * and {@code PMI_SIZE}. Netty opens it by its number. Without Netty's native library Java takes a socket that is its standard input,
 * which a shell has made it.
 */
record PmiDescriptor(int number, int rank, int size) {

    static final String DESCRIPTOR = "PMI_FD";

    private static final String RANK = "PMI_RANK";
    private static final String SIZE = "PMI_SIZE";
    private static final int STANDARD_INPUT = 0;

    /** Once it is closed, its number may be that of any other file. */
    private static final AtomicBoolean TAKEN = new AtomicBoolean();

    static PmiDescriptor of(Map<String, String> environment) {
        int number = PmiNumbers.parse(DESCRIPTOR, environment.get(DESCRIPTOR), 0, Integer.MAX_VALUE);
        int size = PmiNumbers.parse(SIZE, environment.get(SIZE), 1, Integer.MAX_VALUE);
        return new PmiDescriptor(number, PmiNumbers.parse(RANK, environment.get(RANK), 0, size - 1), size);
    }

    PmiLink take() throws IOException {
        if (TAKEN.get()) {
            throw new BootstrapException(DESCRIPTOR + "=" + number
                    + " was this process's connection to its launcher and is closed; for several sessions after each other have the"
                    + " launcher give a port (mpiexec.hydra -pmi-port)");
        }
        String file = file(number);
        @Nullable String unopened = null;
        if (file.startsWith("socket:") && !file.equals(file(STANDARD_INPUT))) {
            try {
                return taken(InheritedSocket.open(number, rank));
            } catch (LinkageError | BootstrapException e) {
                unopened = "without Netty's library for epoll Java cannot open it (" + e + ")";
            }
        }
        return takeStandardInput(unopened);
    }

    private PmiLink takeStandardInput(@Nullable String unopened) throws IOException {
        Channel inherited = System.inheritedChannel();
        if (inherited instanceof SocketChannel) {
            return taken(PmiLink.ofStandardInput((SocketChannel) inherited));
        }
        throw new BootstrapException(DESCRIPTOR + " is set, but standard input is not that socket"
                + (unopened == null ? "" : "; " + unopened)
                + "; start Java as bash -c 'exec java ... 0<&$" + DESCRIPTOR
                + "', or have the launcher give a port (mpiexec.hydra -pmi-port)");
    }

    private static PmiLink taken(PmiLink link) {
        TAKEN.set(true);
        return link;
    }

    /** What a descriptor of this process is, as {@code socket:[17]} or a path; empty where it is not open, or nobody tells. */
    private static String file(int descriptor) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
        } catch (IOException e) {
            return "";
        }
    }
}
