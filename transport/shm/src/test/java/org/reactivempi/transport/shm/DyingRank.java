package org.reactivempi.transport.shm;

import io.netty.buffer.ByteBuf;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;
import org.reactivempi.transport.tck.Recorder;

/** A process that connects, writes, and is killed when it wants to write more than the ring holds. */
final class DyingRank {

    private DyingRank() {}

    public static void main(String[] args) throws Exception {
        ProgressLoop loop = new ProgressLoop("rank", true, new Waiting(Waiting.Mode.ADAPTIVE), () -> {});
        ShmSettings settings =
                ShmSettings.from(Map.of("shm-directory", Path.of(args[0]).toString(), "shm-ring-bytes", "65536")::get);
        Recorder recorder = new Recorder();
        Endpoint endpoint = new ShmChannel(settings).open(loop, Recorder::new).block(Duration.ofSeconds(10));
        loop.execute(() -> endpoint.connect(args[1], recorder));
        Link link = recorder.link();
        loop.execute(() -> writeAndDie(link, Integer.parseInt(args[2])));
        // The loop's thread ends the process; it is a daemon, so this one waits.
        loop.terminationFuture().sync();
    }

    private static void writeAndDie(Link link, int bytes) {
        for (int written = 0; written < bytes; written++) {
            ByteBuf room = link.room(1, 1);
            link.write(room.writeByte(written));
        }
        link.flush();
        Runtime.getRuntime().halt(1);
    }
}
