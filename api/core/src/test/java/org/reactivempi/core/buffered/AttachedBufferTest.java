package org.reactivempi.core.buffered;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Buffers;
import org.reactivempi.Payload;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.core.operation.OperationContext;

/** Which calls wait for what in a buffer. The sends here have no engine: the test says when they have been sent. */
class AttachedBufferTest {

    private static final String VALUE = "sent";
    /** One is enough, but where the JVM is asked not to. */
    private static final int MOST_COLLECTIONS = 20;

    private final List<BufferedSend> inside = new ArrayList<>();

    /** A flush or a detach, and what it waits for. */
    private static final class Waiting implements LocalMono.Work.Owner<String> {

        private final Set<BufferedSend> open;
        private boolean forgotten;
        private int ends;

        Waiting(List<BufferedSend> inside) {
            open = new HashSet<>(inside);
        }

        @Override
        public void complete(String value) {
            assertThat(value).isSameAs(VALUE);
            assertThat(forgotten).isFalse();
            ends++;
        }

        @Override
        public void fail(Throwable cause) {
            throw new AssertionError(cause);
        }

        void forgetIn(AttachedBuffer buffer) {
            assertThat(buffer.forget(this)).isEqualTo(ends == 0 && !forgotten);
            forgotten = ends == 0;
        }

        void check() {
            assertThat(ends).isEqualTo(open.isEmpty() && !forgotten ? 1 : 0);
        }
    }

    @Property(tries = 200)
    @Label("BUF-5 random programs: each wait ends with the last of the messages that were there when it began")
    void waits(@ForAll long seed) {
        Random random = new Random(seed);
        AttachedBuffer buffer = new AttachedBuffer(new Space.Growing(byte[]::new));
        List<Waiting> waits = new ArrayList<>();
        inside.clear();
        for (int step = 0; step < 200 || !inside.isEmpty(); step++) {
            int action = step < 200 ? random.nextInt(10) : 9;
            if (action < 4) {
                add(buffer);
            } else if (action < 6) {
                waits.add(wait(buffer));
            } else if (action == 6 && !waits.isEmpty()) {
                waits.get(random.nextInt(waits.size())).forgetIn(buffer);
            } else if (!inside.isEmpty()) {
                BufferedSend sent = inside.remove(random.nextBoolean() ? 0 : random.nextInt(inside.size()));
                waits.forEach(wait -> wait.open.remove(sent));
                end(sent, random.nextInt(5) == 0);
            }
            waits.forEach(Waiting::check);
        }
    }

    @Test
    @DisplayName(
            "RES-3 the automatic buffer gives the memory of a message back when it is sent, whatever else is in it")
    void givesMemoryBack() {
        List<WeakReference<byte[]>> given = new ArrayList<>();
        AttachedBuffer buffer = new AttachedBuffer(new Space.Growing(lengthBytes -> {
            byte[] memory = new byte[lengthBytes];
            given.add(new WeakReference<>(memory));
            return memory;
        }));
        add(buffer);
        add(buffer);
        inside.remove(1).onDone();
        for (int i = 0; i < MOST_COLLECTIONS && given.get(1).get() != null; i++) {
            System.gc();
        }
        assertThat(given.get(1).get()).isNull();
        assertThat(given.get(0).get()).isNotNull();
        inside.remove(0).onDone();
    }

    private void add(AttachedBuffer buffer) {
        BufferedSend send = new BufferedSend(
                new OperationContext(null, null, 0, 0), null, Payload.of(Buffers.of(new byte[5])), 1, 7);
        buffer.add(send, 5);
        inside.add(send);
    }

    private Waiting wait(AttachedBuffer buffer) {
        Waiting wait = new Waiting(inside);
        buffer.whenSent(wait, VALUE);
        return wait;
    }

    private static void end(BufferedSend send, boolean lost) {
        if (lost) {
            send.onFailed(new IllegalStateException("lost"));
        } else {
            send.onDone();
        }
    }
}
