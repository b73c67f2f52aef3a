package org.reactivempi.transport.launcher.pmi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.JobSecret;
import org.reactivempi.transport.bootstrap.JobStart;
import org.reactivempi.transport.bootstrap.OpenFiles;
import org.reactivempi.transport.bootstrap.pmi.PmiLine;
import org.reactivempi.transport.bootstrap.pmi.PmiPort;

/**
 * The launcher's key-value server for the ranks of one job, on a port of the loopback interface; of all, where ranks are on other hosts.
 *
 * <p>One thread with a selector serves all ranks. A connection that breaks the protocol, or does not prove within a time
 * limit which rank it is, is closed and reported; the others don't notice. Whatever ends the thread itself is told.
 */
public final class PmiServer implements AutoCloseable {

    /** What the launcher hears; called on the server's thread, which must not be blocked. */
    public interface Events {

        /**
         * A rank asks for the end of the job.
         *
         * @param rank the rank that asks
         * @param code what it wants for the job's exit code, any number
         */
        void aborted(int rank, int code);

        /**
         * A rank goes on without another one: all ranks that live have agreed that the other one has failed. That one has joined and
         * not finalized, and from now on nothing that it says counts; each is told once.
         *
         * @param rank that others have given up; its process may live
         */
        void givenUp(int rank);

        /**
         * A rank waits in a barrier for one whose process has ended.
         *
         * @param waiting a rank in the barrier
         * @param gone a rank that will not come
         */
        void hopeless(int waiting, int gone);

        /**
         * A connection was closed because of what it said, or did not say. The job goes on.
         *
         * @param why one line
         */
        void refused(String why);

        /**
         * The server's thread ends, and serves no rank any more; its last call.
         *
         * @param why what ended it
         */
        void broken(Throwable why);
    }

    /**
     * What the ranks of a job run, and where.
     *
     * @param programs the number of each rank's program, from 0
     * @param processMapping which ranks share a host, as {@code PMI_process_mapping} says it
     * @param otherHosts whether any rank runs on another host than this one
     */
    public record Layout(IntUnaryOperator programs, String processMapping, boolean otherHosts) {

        /** One program, on this host. */
        static Layout here(int size) {
            return new Layout(rank -> 0, "(vector,(0,1," + size + "))", false);
        }
    }

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final Duration IDENTIFICATION = Duration.ofSeconds(10);
    /** Connections that may be unidentified beyond one per rank. */
    private static final int STRANGERS_MAX = 64;

    private static final int BACKLOG = 1024;

    /** For how long nobody is accepted when there was no room for one more. */
    private static final long ACCEPT_PAUSE_MILLIS = 100;

    private final String jobId = PmiLine.newJobId();
    private final JobSecret secret = JobSecret.random();
    private final Selector selector;
    private final ServerSocketChannel listener;
    private final Events events;
    private final PmiJob job;
    private final long identificationNanos;
    private final int unidentifiedMax;
    private final Thread thread = new Thread(this::run, "reactive-mpi-pmi-server");
    private final Queue<Runnable> mailbox = new ConcurrentLinkedQueue<>();
    private final ByteBuffer received = ByteBuffer.allocate(4096);
    private final Map<PmiConnection, SelectionKey> unidentified = new LinkedHashMap<>();
    private final SelectionKey accepting;
    /** Whether the last attempt to accept has failed. */
    private boolean crowded;

    private long acceptAgainNanos;
    private volatile boolean closed;

    private PmiServer(int size, Layout layout, Events events, Duration identification) throws IOException {
        this.events = events;
        this.job = new PmiJob(jobId, size, layout, events);
        this.identificationNanos = identification.toNanos();
        this.unidentifiedMax = size + STRANGERS_MAX;
        this.selector = Selector.open();
        this.listener = ServerSocketChannel.open();
        listener.bind(layout.otherHosts() ? new InetSocketAddress(0) : new InetSocketAddress(LOOPBACK, 0), BACKLOG);
        listener.configureBlocking(false);
        accepting = listener.register(selector, SelectionKey.OP_ACCEPT);
        thread.setDaemon(true);
    }

    /**
     * Starts a server.
     *
     * @param size how many ranks the job has, 1 or more
     * @param events who hears of what the launcher must know
     * @return the server, listening
     * @throws IOException if no port can be had
     */
    public static PmiServer start(int size, Events events) throws IOException {
        return start(size, Layout.here(size), events);
    }

    /**
     * Starts a server for a job of several programs, or on several hosts.
     *
     * @param size how many ranks the job has, 1 or more
     * @param layout what each rank runs, and where
     * @param events who hears of what the launcher must know
     * @return the server, listening
     * @throws IOException if no port can be had
     */
    public static PmiServer start(int size, Layout layout, Events events) throws IOException {
        return start(size, layout, events, IDENTIFICATION);
    }

    public static PmiServer start(int size, Layout layout, Events events, Duration identification) throws IOException {
        PmiServer server = new PmiServer(size, layout, events, identification);
        server.thread.start();
        return server;
    }

    /**
     * What ranks need in their environment.
     *
     * @param rank 0 to size - 1
     * @return the variables that Hydra would set too, the rank's token, and the job's secret
     */
    public Map<String, String> environment(int rank) {
        return environment(rank, LOOPBACK);
    }

    /**
     * What ranks on another host need in their environment.
     *
     * @param rank 0 to size - 1
     * @param host where the rank runs
     * @return as {@link #environment(int)}
     * @throws IOException where the host is not known, or there is no way to it
     */
    public Map<String, String> environment(int rank, String host) throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            // Nothing is sent: it asks for the address from which the way to the host starts.
            socket.connect(new InetSocketAddress(InetAddress.getByName(host), port()));
            return environment(rank, socket.getLocalAddress());
        } catch (UnknownHostException e) {
            throw new IOException("the host " + host + " is unknown", e);
        } catch (UncheckedIOException e) {
            throw new IOException("there is no way to the host " + host + ": " + e.getMessage(), e);
        }
    }

    private Map<String, String> environment(int rank, InetAddress own) {
        Map<String, String> environment = new HashMap<>(PmiPort.environment(own, port(), rank, job.token(rank)));
        environment.put(JobSecret.VARIABLE, secret.text());
        return environment;
    }

    /**
     * Whether ranks are served.
     *
     * @return false when the server is closed, or its thread has ended by a failure; any thread
     */
    public boolean isServing() {
        return thread.isAlive();
    }

    /**
     * Whether a rank has joined and not finalized.
     *
     * @param rank 0 to size - 1
     * @return true for a rank whose process must not end yet; any thread
     */
    public boolean unfinished(int rank) {
        return job.unfinished(rank);
    }

    /**
     * Whether a rank has never joined.
     *
     * @param rank 0 to size - 1
     * @return true until its connection has said which rank it is; any thread
     */
    public boolean unheard(int rank) {
        return job.unheard(rank);
    }

    /**
     * How far the job's start has come.
     *
     * @return the same at each call; for any thread
     */
    public JobStart start() {
        return job.start();
    }

    /**
     * Notes that a rank's process has ended; any thread.
     *
     * @param rank 0 to size - 1
     */
    public void left(int rank) {
        afterLastWords(() -> job.left(rank));
    }

    /**
     * Calls back when all has been heard that ranks had said by now; for the end of a process. Any thread.
     *
     * @param next called on the server's thread, unless the server is closed before
     */
    public void afterLastWords(Runnable next) {
        mailbox.add(next);
        selector.wakeup();
    }

    /** Has each rank that has joined tell what it waits for, on its standard error; any thread. */
    public void ask() {
        mailbox.add(job::ask);
        selector.wakeup();
    }

    /** Closes the port and all connections; waits until that is done. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    String jobId() {
        return jobId;
    }

    private void run() {
        try {
            while (!closed) {
                turn();
            }
        } catch (Throwable e) {
            // Also an Error: ranks that are served no more would wait for ever.
            events.broken(e);
        } finally {
            closeAll();
        }
    }

    private void turn() throws IOException {
        // Its number is taken before the select: what was said before a mail came is heard before it is read.
        int mails = mailbox.size();
        if (mails > 0) {
            selector.selectNow();
        } else {
            selector.select(millisToNextDeadline());
        }
        acceptAgain();
        selector.selectedKeys().forEach(this::serve);
        selector.selectedKeys().clear();
        read(mails);
        closeSilent();
    }

    private void read(int mails) {
        for (int i = 0; i < mails; i++) {
            mailbox.remove().run();
        }
    }

    private void serve(SelectionKey key) {
        if (key.isValid() && key.isAcceptable()) {
            accept();
        } else if (key.isValid()) {
            converse(key, (PmiConnection) key.attachment());
        }
    }

    private void accept() {
        try {
            SocketChannel channel = listener.accept();
            if (channel != null) {
                crowded = false;
                channel.configureBlocking(false);
                PmiConnection connection = new PmiConnection(channel);
                unidentified.put(connection, channel.register(selector, SelectionKey.OP_READ, connection));
            }
        } catch (IOException e) {
            pauseAccepting(OpenFiles.explained(e.getMessage()));
        }
        if (unidentified.size() > unidentifiedMax) {
            refuse(unidentified.keySet().iterator().next(), "is the oldest of too many that have not said initack");
        }
    }

    /** It would be tried again at once, and in vain as long as this process has no descriptor to spare. */
    private void pauseAccepting(String why) {
        if (!crowded) {
            crowded = true;
            events.refused("cannot accept a connection: " + why);
        }
        acceptAgainNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ACCEPT_PAUSE_MILLIS);
        accepting.interestOps(0);
    }

    private void acceptAgain() {
        if (accepting.interestOps() == 0 && System.nanoTime() - acceptAgainNanos >= 0) {
            accepting.interestOps(SelectionKey.OP_ACCEPT);
        }
    }

    private void converse(SelectionKey key, PmiConnection connection) {
        try {
            received.clear();
            if (((SocketChannel) key.channel()).read(received) < 0) {
                close(key, connection);
                return;
            }
            received.flip();
            for (PmiLine line = connection.next(received); line != null; line = connection.next(received)) {
                job.handle(connection, line);
            }
            if (connection.rank() != PmiConnection.UNIDENTIFIED) {
                unidentified.remove(connection);
            }
        } catch (IOException e) {
            close(key, connection);
        } catch (BootstrapException e) {
            refuse(key, connection, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            refuse(key, connection, "by a mistake in reactive-mpi: " + e);
        }
    }

    private void refuse(PmiConnection connection, String why) {
        @Nullable SelectionKey key = unidentified.get(connection);
        if (key != null) {
            refuse(key, connection, why);
        }
    }

    private void refuse(SelectionKey key, PmiConnection connection, String why) {
        close(key, connection);
        events.refused(connection + " to the launcher's port was closed: " + why);
    }

    private void close(SelectionKey key, PmiConnection connection) {
        unidentified.remove(connection);
        job.disconnected(connection);
        closeChannel(key);
    }

    private long millisToNextDeadline() {
        if (accepting.interestOps() == 0) {
            return ACCEPT_PAUSE_MILLIS;
        }
        if (unidentified.isEmpty()) {
            return 0;
        }
        long remaining =
                identificationNanos - unidentified.keySet().iterator().next().ageNanos();
        return Math.max(1, remaining / 1_000_000 + 1);
    }

    private void closeSilent() {
        while (!unidentified.isEmpty()) {
            PmiConnection oldest = unidentified.keySet().iterator().next();
            if (oldest.ageNanos() < identificationNanos) {
                return;
            }
            refuse(oldest, "has not said initack in time");
        }
    }

    private void closeAll() {
        selector.keys().forEach(PmiServer::closeChannel);
        try {
            selector.close();
        } catch (IOException e) {
            events.refused("cannot close the PMI server's selector: " + e.getMessage());
        }
    }

    private static void closeChannel(SelectionKey key) {
        try {
            key.channel().close();
        } catch (IOException e) {
            // Closed all the same; there is nobody left to tell.
        }
    }
}
