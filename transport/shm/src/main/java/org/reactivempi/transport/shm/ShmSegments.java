package org.reactivempi.transport.shm;

import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.net.ConnectException;
import java.util.HexFormat;
import java.util.UUID;
import org.reactivempi.transport.channel.SharedSegments;
import org.reactivempi.transport.channel.Workers;
import org.reactivempi.transport.shm.handshake.Asking;
import org.reactivempi.transport.shm.handshake.ShmHost;
import org.reactivempi.transport.shm.segment.SegmentTable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;

/** Segments of a rank: files that it makes, and that it asks others for at their sockets. On the loop. */
final class ShmSegments implements SharedSegments {

    private final ShmHost host;
    private final ShmAddress own;
    private final EventLoop loop;

    ShmSegments(ShmHost host, ShmAddress own, EventLoop loop) {
        this.host = host;
        this.own = own;
        this.loop = loop;
    }

    private static UUID uuid(String hex) {
        return SegmentTable.uuid(HexFormat.of().parseHex(hex));
    }

    private static String hex(UUID number) {
        HexFormat format = HexFormat.of();
        return format.toHexDigits(number.getMostSignificantBits())
                + format.toHexDigits(number.getLeastSignificantBits());
    }

    @Override
    public UUID domain() {
        return uuid(own.identity());
    }

    /** The file is filled by another thread: that takes as long as memory is large. */
    @Override
    public Mono<Segment> make(long lengthBytes) {
        return Mono.defer(() -> {
            byte[] name = host.names().next();
            Handle handle = new Handle(
                    uuid(own.socket()), SegmentTable.uuid(host.names().next()));
            return Mono.fromCallable(() -> host.directory().make(name, lengthBytes))
                    .subscribeOn(Workers.scheduler())
                    .publishOn(Schedulers.fromExecutor(loop))
                    .map(file -> host.segments().offer(handle, file));
        });
    }

    @Override
    public Mono<Segment> open(Handle handle, long lengthBytes) {
        return Mono.create(sink -> ask(handle, lengthBytes, sink));
    }

    private void ask(Handle handle, long lengthBytes, MonoSink<Segment> sink) {
        EpollDomainSocketChannel socket = new EpollDomainSocketChannel();
        Asking asking = new Asking(host, socket, loop, handle, lengthBytes, (segment, failed) -> {
            if (segment != null) {
                sink.success(segment);
            } else {
                sink.error(failed == null ? new IOException("no segment") : failed);
            }
        });
        socket.pipeline().addLast(asking);
        loop.register(socket);
        DomainSocketAddress holder = new ShmAddress(own.identity(), hex(handle.holder())).socketAddress();
        socket.connect(holder).addListener(connected -> {
            if (!connected.isSuccess()) {
                asking.fail(new ConnectException(
                        "the rank that has the segment does not listen any more: " + connected.cause()));
            }
        });
    }
}
