package org.reactivempi.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.DirectMemory;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.channel.tls.Tls;

/**
 * A TCP connection: the only handler between the socket and the engine.
 *
 * <p>It stands first in the pipeline and takes all bytes for itself. Of a connection that this side makes, reactor-netty hears
 * at the end that it is gone. Where Netty has the socket's descriptor, and no other handler changes the bytes, it
 * writes to the socket itself, and reads from it while the loop polls; the end of a stream and errors are Netty's.
 *
 * <pre>
 *  OPEN --close--&gt; all written, output shut down, input thrown away --the peer has closed, or a pause--&gt; closed
 *   +------------------------------ the peer has closed, or a failure ------------------------------------^
 * </pre>
 * A socket that is closed while it has unread input makes the system reset the connection, and what was written is lost on
 * its way. So a link that closes reads on until its peer has closed as well, as long as its peer takes what is left, or
 * sends. The links that wait for that are {@link ClosingLinks}.
 */
final class TcpLink extends ChannelInboundHandlerAdapter implements Link, DirectMemory.Output {

    /** How long a link that closes waits for a peer which takes nothing and says nothing. */
    static final long LONGEST_PAUSE_SECONDS = 10;

    /** For less than this a system call of its own costs more than a copy. */
    private static final int LEAST_PLACE_BYTES = 4 * 1024;

    /** Room for so much, or less, is used again once it has left: a pool makes objects for each. */
    static final int BATCH_BYTES = 16 * 1024;

    private final LinkHandler handler;
    private final DirectMemory.@Nullable Input input;
    private final ReadBuffer readBuffer;
    private final BusyLinks busy;
    private final ClosingLinks closings;
    private @Nullable ChannelHandlerContext context;
    private @Nullable RawSocket socket;
    /** The last short {@link #room}, which this link holds, too. */
    private ByteBuf batch = Unpooled.EMPTY_BUFFER;

    private @Nullable Output output;
    private @Nullable Throwable failure;
    private int readInVain;
    private @Nullable Future<?> patience;
    private boolean closing;
    /** Since the last look, after it closed. */
    private boolean heardSinceClose;

    private boolean closed;

    TcpLink(LinkHandler handler, ReadBuffer readBuffer, BusyLinks busy, ClosingLinks closings) {
        this.handler = handler;
        this.input = handler instanceof DirectMemory.Input direct ? direct : null;
        this.readBuffer = readBuffer;
        this.busy = busy;
        this.closings = closings;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        this.context = context;
        RawSocket raw = RawSocket.under(context);
        socket = raw;
        Output out = raw == null ? new NettyOutput(context) : new RawOutput(context, raw, this);
        output = out;
        // Nobody is told that the connection is inactive if the loop ends with it.
        context.channel().closeFuture().addListener(ended -> out.end());
        context.fireChannelActive();
        handler.onOpen(this);
        context.channel().config().setAutoRead(true);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        ByteBuf buffer = (ByteBuf) bytes;
        try {
            if (closing) {
                heardSinceClose = true;
            } else {
                handler.onBytes(buffer);
            }
        } finally {
            buffer.release();
        }
        if (socket != null) {
            takeFromNetty();
        }
    }

    /** From now on the loop reads the socket, if it can; Netty would read what belongs somewhere else into its own buffer. */
    private boolean takeFromNetty() {
        readInVain = 0;
        boolean taken = busy.add(this);
        if (taken) {
            context().channel().config().setAutoRead(false);
        }
        return taken;
    }

    /** Looks for input, and whether the socket takes more output; whether there was anything to do. */
    boolean poll() {
        boolean sent = output instanceof RawOutput raw && raw.sendMore();
        return read() || sent;
    }

    /** Reads on in the middle of a message; after one its answer comes first, which leaves at the end of the turn. */
    private boolean read() {
        int reads = 0;
        try {
            while (reads < ReadBuffer.MOST_READS_IN_A_ROW
                    && isReadHere()
                    && (reads == 0 || place() != null)
                    && readOnce() > 0) {
                reads++;
            }
        } catch (IOException e) {
            // The system tells each error once; Netty will find the end of the stream in its place.
            failure = e;
            leaveToNetty();
        } catch (Throwable thrown) {
            // As Netty does it: what the handler throws closes the link, nothing more.
            exceptionCaught(context(), thrown);
        }
        readInVain = reads > 0 ? 0 : readInVain + 1;
        return reads > 0;
    }

    private boolean isReadHere() {
        RawSocket open = socket;
        return open != null && open.isOpen();
    }

    /** How much has been read; at the end of the stream Netty reads on by itself. */
    private int readOnce() throws IOException {
        RawSocket open = Objects.requireNonNull(socket);
        DirectMemory.Input direct = input;
        ByteBuffer place = place();
        if (direct != null && place != null && place.remaining() < LEAST_PLACE_BYTES) {
            direct.onPlaced(0);
            place = null;
        }
        int length = direct == null || place == null ? readAndCopy(open) : readInto(open, direct, place);
        if (length < 0) {
            leaveToNetty();
        }
        return length;
    }

    private @Nullable ByteBuffer place() {
        DirectMemory.Input direct = input;
        return direct == null ? null : direct.place();
    }

    private int readAndCopy(RawSocket open) throws IOException {
        DirectMemory.Input direct = input;
        int most = direct == null ? ReadBuffer.LENGTH_BYTES : Math.min(ReadBuffer.LENGTH_BYTES, direct.mostBytes());
        int length = open.read(readBuffer.address(), most);
        if (length > 0) {
            handler.onBytes(readBuffer.filled(length));
        }
        return length;
    }

    private static int readInto(RawSocket open, DirectMemory.Input direct, ByteBuffer place) throws IOException {
        int length = 0;
        try {
            length = open.read(place, place.position(), place.limit());
        } finally {
            direct.onPlaced(Math.max(length, 0));
        }
        return length;
    }

    private void leaveToNetty() {
        socket = null;
        busy.remove(this);
        if (context != null) {
            context.channel().config().setAutoRead(true);
        }
    }

    /** How often in a row {@link #poll} has read nothing. */
    int readInVain() {
        return readInVain;
    }

    /** The loop will look at the socket no more: Netty does. */
    void giveToNetty() {
        context().channel().config().setAutoRead(true);
        await();
    }

    private void await() {
        if (output instanceof RawOutput raw) {
            // Netty may get rid of its part at once, and the socket be full again after that.
            while (raw.isBlocked()) {
                raw.await();
            }
        }
    }

    /** The socket takes no more for now. */
    void blocked() {
        if (socket == null || !takeFromNetty()) {
            await();
        }
    }

    /** What the peer has sent before it broke the connection can still be read; in a turn of its own, since this one sends. */
    void onWriteFailed(IOException cause) {
        output().end();
        context().executor().execute(() -> endBehindInput(cause));
    }

    private void endBehindInput(IOException cause) {
        try {
            while (!closing && isReadHere() && readOnce() > 0) {
                // On to the end.
            }
        } catch (IOException e) {
            // The same end, seen from the other side.
        } catch (Throwable thrown) {
            failure = thrown;
        }
        exceptionCaught(context(), cause);
    }

    /** There is room for more bulk data again. */
    void freed() {
        if (!closing) {
            try {
                handler.onWritable();
            } catch (Throwable thrown) {
                exceptionCaught(context(), thrown);
            }
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (output instanceof NettyOutput netty && netty.isWritable() && !closing) {
            handler.onWritable();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // The first one: closing makes more of them, for whatever has not been sent.
        if (failure == null) {
            failure = cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
        }
        closing = true;
        leaveToNetty();
        context.close();
    }

    /** TLS ends what takes too long without an exception. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent ended
                && ended.cause() instanceof SslHandshakeTimeoutException late
                && failure == null) {
            failure = late;
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        context.fireChannelInactive();
        end(failure);
    }

    void onConnectFailed(Throwable cause) {
        end(cause);
    }

    private void end(@Nullable Throwable cause) {
        if (!closed) {
            closed = true;
            batch.release();
            batch = Unpooled.EMPTY_BUFFER;
            if (patience != null) {
                patience.cancel(false);
            }
            leaveToNetty();
            handler.onClosed(cause);
        }
    }

    @Override
    public ByteBuf room(int leastBytes, int wantedBytes) {
        if (closed || wantedBytes > BATCH_BYTES || wantedBytes < BATCH_BYTES && batch.capacity() == 0) {
            return PooledByteBufAllocator.DEFAULT.directBuffer(wantedBytes);
        }
        if (batch.refCnt() > 1 || batch.capacity() == 0) {
            batch.release();
            batch = PooledByteBufAllocator.DEFAULT.directBuffer(BATCH_BYTES);
        }
        return batch.clear().retain();
    }

    @Override
    public void rest() {
        if (batch.refCnt() == 1) {
            batch.release();
            batch = Unpooled.EMPTY_BUFFER;
        }
    }

    @Override
    public void write(ByteBuf bytes) {
        if (closing) {
            bytes.release();
        } else {
            output().write(bytes);
        }
    }

    @Override
    public boolean takesMemory() {
        return !closing && output().takesMemory();
    }

    @Override
    public void write(ByteBuffer memory, Runnable written) {
        if (!closing) {
            output().write(memory, written);
        }
    }

    @Override
    public void keepCopies() {
        output().keepCopies();
    }

    @Override
    public void flush() {
        if (!closing) {
            output().flush();
        }
    }

    @Override
    public boolean isWritable() {
        return output().isWritable();
    }

    @Override
    public void close() {
        if (!closing) {
            closing = true;
            leaveToNetty();
            output().close(this::shutDownOutput);
            closings.add(context().channel());
            beImpatient();
        }
    }

    private void shutDownOutput() {
        Channel channel = context().channel();
        if (channel.isActive()) {
            ((DuplexChannel) channel).shutdownOutput();
        }
    }

    private void beImpatient() {
        long unsent = unsentBytes();
        if (!closed) {
            patience = context()
                    .channel()
                    .eventLoop()
                    .schedule(() -> onPause(unsent), LONGEST_PAUSE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private void onPause(long unsentBefore) {
        if (unsentBytes() < unsentBefore || heardSinceClose) {
            heardSinceClose = false;
            beImpatient();
        } else {
            context().close();
        }
    }

    private long unsentBytes() {
        ChannelOutboundBuffer unsent = context().channel().unsafe().outboundBuffer();
        return unsent == null ? 0 : unsent.totalPendingWriteBytes();
    }

    @Override
    public byte[] binding() {
        return Tls.binding(context().channel());
    }

    @Override
    public String remote() {
        return String.valueOf(context().channel().remoteAddress());
    }

    private ChannelHandlerContext context() {
        ChannelHandlerContext open = context;
        if (open == null) {
            throw new IllegalStateException("not connected yet");
        }
        return open;
    }

    private Output output() {
        Output open = output;
        if (open == null) {
            throw new IllegalStateException("not connected yet");
        }
        return open;
    }
}
