package org.reactivempi.transport.engine.window;

import io.netty.buffer.ByteBuf;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.packet.PacketKind;
import org.reactivempi.transport.engine.packet.WindowPackets.Notify;
import org.reactivempi.transport.engine.packet.WindowPackets.Taken;
import org.reactivempi.transport.engine.port.EngineWindows.Ended;
import org.reactivempi.transport.engine.port.EngineWindows.Word;

/** A NOTIFY among the requests, or a TAKEN among the answers. It ends as it leaves. */
final class Telling extends Message {

    private final PacketKind kind;
    private final int window;
    private final Word word;

    /**
     * One of the two kinds.
     *
     * @param word what it says
     * @param ended hears that it has left, or can't
     */
    Telling(PacketKind kind, int window, Word word, Ended ended) {
        super(ended);
        this.kind = kind;
        this.window = window;
        this.word = word;
    }

    Word word() {
        return word;
    }

    @Override
    int send(Outlet to) {
        PeerLink link = to.link();
        byte[] text = word.text();
        if (kind == PacketKind.NOTIFY) {
            ByteBuf packet = link.room(Notify.LENGTH_BYTES + text.length);
            Notify.encode(
                    packet,
                    link.nextSequence(),
                    window,
                    word.tag(),
                    word.what(),
                    word.stream(),
                    word.value(),
                    text.length);
            packet.writeBytes(text);
        } else {
            Taken.encode(
                    link.room(Taken.LENGTH_BYTES),
                    link.nextSequence(),
                    window,
                    word.tag(),
                    word.what(),
                    word.stream(),
                    word.value(),
                    word.more());
        }
        link.pass();
        end(null);
        return Taken.LENGTH_BYTES + text.length;
    }

    @Override
    boolean isSent() {
        return isOver();
    }
}
