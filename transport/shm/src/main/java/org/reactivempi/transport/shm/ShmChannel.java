package org.reactivempi.transport.shm;

import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoop;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandle;
import java.io.IOException;
import java.nio.file.Files;
import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Progress;
import org.reactivempi.transport.shm.file.SharedDirectory;
import org.reactivempi.transport.shm.handshake.HostIdentity;
import org.reactivempi.transport.shm.handshake.Names;
import org.reactivempi.transport.shm.handshake.ShmHost;
import org.reactivempi.transport.shm.segment.SegmentTable;
import reactor.core.publisher.Mono;

/** Messages through memory that processes of one host share. */
final class ShmChannel implements Channel {

    static final String NAME = "shm";

    private final ShmSettings settings;

    ShmChannel(ShmSettings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean usesSockets() {
        return true;
    }

    @Override
    public boolean mayBreak() {
        return false;
    }

    @Override
    public Mono<Endpoint> open(Progress progress, Acceptor acceptor) {
        return Mono.defer(() -> {
            try {
                return ShmEndpoint.open(host(progress), progress, acceptor);
            } catch (IOException e) {
                return Mono.error(e);
            }
        });
    }

    /** Looks at the system while it is still the caller's thread that may have to wait for it. */
    private ShmHost host(Progress progress) throws IOException {
        if (!Epoll.isAvailable() || !waitsByEpoll(progress.loop())) {
            throw new IOException("shm needs Linux and Netty's native epoll, which is not available: " + reason());
        }
        if (!Files.isDirectory(settings.directory())) {
            throw new IOException("shm-directory " + settings.directory() + " is not a directory");
        }
        HostIdentity identity = HostIdentity.here(settings.directory());
        SharedDirectory directory = new SharedDirectory(settings.directory(), identity.uid());
        return new ShmHost(
                settings.ringBytes(),
                settings.handshakeTimeout(),
                identity.text(),
                identity.uid(),
                directory,
                new Names(),
                new SegmentTable(directory));
    }

    private static boolean waitsByEpoll(EventLoop loop) {
        return loop instanceof IoEventLoop io && io.isCompatible(EpollIoHandle.class);
    }

    private static String reason() {
        Throwable cause = Epoll.unavailabilityCause();
        while (cause != null && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause == null ? "the progress loop uses another one" : String.valueOf(cause.getMessage());
    }
}
