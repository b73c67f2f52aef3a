package org.reactivempi.transport.channel;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reactivempi.transport.channel.log.Log;

/**
 * Tells the log when a listening socket can't accept connections, mostly since the process has no descriptors left, and when it
 * can again. The first handler of that socket; another one lets it rest and try again.
 */
public final class FailedAccepts extends ChannelInboundHandlerAdapter {

    private static final Log log = Log.of(FailedAccepts.class);

    private static final long TOLD_EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Pattern OPEN_FILES = Pattern.compile("Max open files\\s+(\\d+)");

    /** Read at the start, once: to read it later takes a descriptor. */
    private static final String LIMIT = limit();

    private final String channel;

    private boolean failing;
    private long toldNanos = System.nanoTime() - TOLD_EVERY_NANOS;

    /** For a listening socket of a channel of that name. */
    public FailedAccepts(String channel) {
        this.channel = channel;
    }

    private static String limit() {
        try {
            Matcher openFiles = OPEN_FILES.matcher(Files.readString(LIMITS, StandardCharsets.ISO_8859_1));
            return openFiles.find()
                    ? "; this process may have " + openFiles.group(1) + " descriptors, see ulimit -n"
                    : "";
        } catch (IOException notLinux) {
            return "";
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        if (failing) {
            failing = false;
            log.info("connections by {} are accepted again", channel);
        }
        context.fireChannelRead(accepted);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        long now = System.nanoTime();
        failing = true;
        if (now - toldNanos >= TOLD_EVERY_NANOS) {
            toldNanos = now;
            log.warn("cannot accept connections by {}: {}{}", channel, cause.getMessage(), LIMIT);
        }
        context.fireExceptionCaught(cause);
    }
}
