package org.reactivempi.transport.engine.extension;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Lending.Payload;
import org.reactivempi.transport.engine.port.PacketFamily;
import org.reactivempi.transport.engine.port.PayloadSink;

/**
 * The payload of an EXTENDED packet: collects the fields of its own, gives them to its handler, and what follows to where that says. One
 * for a link, since one packet comes after the other.
 *
 * <pre>
 *  begin --take ...--&gt; FIELDS --all fields here: onPacket--&gt; PAYLOAD --take, place ...--&gt; complete
 * </pre>
 */
final class FieldsFirst implements PayloadSink {

    private final ByteBuf fields = Unpooled.buffer(0, PacketFamily.MOST_FIELDS_BYTES);
    private PacketFamily.@Nullable Handler handler;
    private int kind;
    private int fieldsBytes;
    private int payloadBytes;
    /** Where the payload goes, once all fields are here. */
    private @Nullable PayloadSink payload;

    /** A packet comes, with so much of both. */
    PayloadSink begin(PacketFamily.Handler handler, int kind, int fieldsBytes, int payloadBytes) {
        this.handler = handler;
        this.kind = kind;
        this.fieldsBytes = fieldsBytes;
        this.payloadBytes = payloadBytes;
        fields.clear();
        payload = null;
        passFields();
        return this;
    }

    private void passFields() {
        PacketFamily.Handler taker = handler;
        if (taker != null && fields.readableBytes() == fieldsBytes) {
            payload = taker.onPacket(kind, fields, payloadBytes);
        }
    }

    @Override
    public void take(ByteBuf bytes, int length) {
        PayloadSink open = payload;
        if (open != null) {
            open.take(bytes, length);
            return;
        }
        int more = Math.min(length, fieldsBytes - fields.readableBytes());
        fields.writeBytes(bytes, bytes.readerIndex(), more);
        passFields();
        if (more < length) {
            take(bytes.slice(bytes.readerIndex() + more, length - more), length - more);
        }
    }

    @Override
    public void take(Payload lent) {
        PayloadSink open = payload;
        if (open == null) {
            PayloadSink.super.take(lent);
        } else {
            open.take(lent);
        }
    }

    @Override
    public @Nullable ByteBuffer place(long left) {
        PayloadSink open = payload;
        return open == null ? null : open.place(left);
    }

    @Override
    public void placed(int length) {
        PayloadSink open = payload;
        if (open != null) {
            open.placed(length);
        }
    }

    @Override
    public void complete() {
        PayloadSink open = end();
        if (open != null && open != NOWHERE) {
            open.complete();
        }
    }

    @Override
    public void lost(Throwable cause) {
        PayloadSink open = end();
        if (open != null) {
            open.lost(cause);
        }
    }

    private @Nullable PayloadSink end() {
        PayloadSink open = payload;
        payload = null;
        handler = null;
        return open;
    }
}
