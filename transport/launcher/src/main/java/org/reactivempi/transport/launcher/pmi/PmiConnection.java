package org.reactivempi.transport.launcher.pmi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.pmi.PmiLine;
import org.reactivempi.transport.bootstrap.pmi.PmiLineReader;

/** The launcher's end of one connection: a rank's, once it has said which. Only the server's thread comes here. */
final class PmiConnection {

    static final int UNIDENTIFIED = -1;

    private final SocketChannel channel;
    private final PmiLineReader lines = new PmiLineReader(PmiLine.LENGTH_MAX);
    private final long openedNanos = System.nanoTime();
    private int rank = UNIDENTIFIED;

    PmiConnection(SocketChannel channel) {
        this.channel = channel;
    }

    int rank() {
        return rank;
    }

    void identify(int itsRank) {
        rank = itsRank;
    }

    long ageNanos() {
        return System.nanoTime() - openedNanos;
    }

    @Nullable
    PmiLine next(ByteBuffer received) {
        return lines.next(received);
    }

    /**
     * Sends an answer whole. Commands are not pipelined, so one that finds no room is owed to somebody who breaks the
     * protocol. Of a broken connection the next read will tell.
     */
    void send(PmiLine answer) {
        ByteBuffer bytes = answer.encode();
        try {
            channel.write(bytes);
        } catch (IOException e) {
            return;
        }
        if (bytes.hasRemaining()) {
            throw new BootstrapException("its answers are not read");
        }
    }

    @Override
    public String toString() {
        return rank == UNIDENTIFIED ? "a connection" : "the connection of rank " + rank;
    }
}
