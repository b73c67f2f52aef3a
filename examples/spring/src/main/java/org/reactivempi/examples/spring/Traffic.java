package org.reactivempi.examples.spring;

import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.Protocol;

/** Counts what a rank sends, as its engine tells; written on the progress thread, read on any. */
final class Traffic implements EngineListener {

    private static final int MOST_RANKS = 4096;

    private final AtomicLongArray messages = new AtomicLongArray(MOST_RANKS);
    private final AtomicLongArray bytes = new AtomicLongArray(MOST_RANKS);

    @Override
    public void sent(int slot, Protocol protocol, int context, int peer, int tag, long lengthBytes) {
        if (peer < MOST_RANKS) {
            messages.incrementAndGet(peer);
            bytes.addAndGet(peer, lengthBytes);
        }
    }

    List<Long> messages(int ranks) {
        return listed(messages, ranks);
    }

    List<Long> bytes(int ranks) {
        return listed(bytes, ranks);
    }

    private static List<Long> listed(AtomicLongArray counts, int ranks) {
        return IntStream.range(0, ranks).mapToObj(counts::get).toList();
    }
}
