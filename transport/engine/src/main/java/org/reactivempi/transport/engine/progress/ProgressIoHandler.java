package org.reactivempi.transport.engine.progress;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Poller;

/**
 * Where a turn of the loop finds its input: first what it has to look for, then what the system tells of.
 *
 * <pre>
 *   +--&gt; poll --found something--&gt; end of the turn --+
 *   +-----------------------------------------------+
 *   |      |--commands or timers wait, or another thread wants the loop, or the driver's operation has ended--&gt; return
 *   +------+
 *          +--nothing for a while, and pollers let it sleep--&gt; wait for the system
 * </pre>
 * As long as there are pollers, the system is asked only now and then, for new connections and whatever else it knows; in
 * each turn if it had something the last time. The clock is read every few polls as well.
 *
 * <p>On the thread that is inside the loop, but for {@link #wakeup}.
 */
final class ProgressIoHandler implements IoHandler {

    /** While pollers find what there is, the system is asked so seldom: asking costs more than a short message. */
    private static final long LONGEST_BLINDNESS_NANOS = 20_000;

    /** How long the system waits where timers have another time than it, which may be turned on without a word to the loop. */
    private static final long LONGEST_WAIT_OF_OTHER_TIME_NANOS = 1_000_000;

    /** The method of a channel that takes an event. */
    private static final String EVENT = "handle";

    private final IoHandler system;
    private final Waiting waiting;
    private final ProgressLoop loop;
    private final Awake awake = new Awake();
    private final OtherTime otherTime = new OtherTime();
    private final List<Poller> pollers = new ArrayList<>();
    private long lastLook = SystemTime.nanos();
    private boolean hasBegun;
    private Runnable onDestroyed = () -> {};
    private boolean countsEvents;

    private ProgressIoHandler(IoHandler system, Waiting waiting, ProgressLoop loop) {
        this.system = system;
        this.waiting = waiting;
        this.loop = loop;
    }

    /** Adds polling to what {@code system} waits for, for a {@link ProgressLoop}. */
    static IoHandlerFactory on(IoHandlerFactory system, Waiting waiting) {
        return executor -> new ProgressIoHandler(system.newHandler(executor), waiting, (ProgressLoop) executor);
    }

    /** Sets what is run when all is gone that there was to look at; the loop's last act but for its thread's end. */
    void onDestroyed(Runnable onDestroyed) {
        this.onDestroyed = onDestroyed;
    }

    /** Counts from now on what the system has for channels that come. */
    void countEvents() {
        countsEvents = true;
    }

    void add(Poller input) {
        pollers.add(input);
    }

    void remove(Poller input) {
        pollers.remove(input);
    }

    @Override
    public int run(IoHandlerContext context) {
        if (!hasBegun) {
            // Netty's handler wakes the thread that was the first to run it, which is the progress thread.
            hasBegun = true;
            return system.run(awake.on(context));
        }
        int pollsPerLook = pollers.isEmpty() ? 1 : waiting.pollsPerLook();
        boolean found = false;
        for (int polls = 1; ; polls++) {
            boolean finds = poll();
            if (finds) {
                found = true;
                waiting.found();
                loop.endTurn();
            }
            boolean returns = loop.hasCommands() || loop.isToReturn();
            if (returns || polls % pollsPerLook == 0) {
                long now = SystemTime.nanos();
                if (found) {
                    waiting.answered(now);
                    found = false;
                }
                if (isBlind(now)) {
                    return look(context, now, returns);
                }
                if (returns || !context.canBlock()) {
                    return 0;
                }
                if (!waiting.polls(now)) {
                    return sleep(context);
                }
            } else if (!finds) {
                waiting.foundNothing();
            }
        }
    }

    /** Whether it is time to ask the system: {@link #run} then does so, however much else there is to do. */
    boolean isBlind(long now) {
        return now - lastLook >= LONGEST_BLINDNESS_NANOS || pollers.isEmpty();
    }

    /** Looks at what the system has, and waits for it only if nothing else is to be done. */
    private int look(IoHandlerContext context, long now, boolean returns) {
        if (!returns && context.canBlock() && !waiting.polls(now)) {
            return sleep(context);
        }
        int handled = system.run(awake.on(context));
        // Where there was something there is more, most of the time.
        lastLook = handled > 0 ? now - LONGEST_BLINDNESS_NANOS : now;
        return handled;
    }

    private int sleep(IoHandlerContext context) {
        if (!loop.sleepsOrLeaves()) {
            return 0;
        }
        try {
            if (!maySleep()) {
                return system.run(awake.on(context));
            }
            waiting.sleeps();
            return system.run(loop.hasSystemsTime() ? context : otherTime.on(context));
        } finally {
            awake();
        }
    }

    /** Counts down, so that a poller may remove itself. */
    private boolean poll() {
        boolean found = false;
        for (int i = pollers.size() - 1; i >= 0; i--) {
            found |= i < pollers.size() && pollers.get(i).poll();
        }
        return found;
    }

    /** Counts down as well: a poller that prepares for sleep may find that it is needed no more. */
    private boolean maySleep() {
        for (int i = pollers.size() - 1; i >= 0; i--) {
            if (i < pollers.size() && !pollers.get(i).maySleep()) {
                return false;
            }
        }
        return true;
    }

    private void awake() {
        for (int i = pollers.size() - 1; i >= 0; i--) {
            if (i < pollers.size()) {
                pollers.get(i).awake();
            }
        }
    }

    @Override
    public void initialize() {
        system.initialize();
    }

    @Override
    public void prepareToDestroy() {
        system.prepareToDestroy();
    }

    /** Gives back what the system has opened, for a loop that never gets a thread. */
    void discard() {
        system.destroy();
    }

    @Override
    public void destroy() {
        system.destroy();
        onDestroyed.run();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return system.register(countsEvents ? counted(handle) : handle);
    }

    /** The same channel for the system, whose handlers know their channels by interfaces. */
    private IoHandle counted(IoHandle handle) {
        Class<?>[] types = Stream.<Class<?>>iterate(handle.getClass(), Objects::nonNull, Class::getSuperclass)
                .flatMap(type -> Arrays.stream(type.getInterfaces()))
                .filter(type -> Modifier.isPublic(type.getModifiers()))
                .distinct()
                .toArray(Class<?>[]::new);
        return (IoHandle) Proxy.newProxyInstance(
                handle.getClass().getClassLoader(), types, (proxy, method, arguments) -> {
                    if (method.getName().equals(EVENT)) {
                        loop.countEvent();
                    }
                    try {
                        return method.invoke(handle, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    @Override
    public void wakeup() {
        wakeSleeper();
        loop.wakeOwner();
    }

    /** Wakes the thread that sleeps in here; any thread. */
    void wakeSleeper() {
        system.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return system.isCompatible(handleType);
    }

    /** The loop's context, as the system's handler is to see it. */
    private abstract static class Seen implements IoHandlerContext {

        private @Nullable IoHandlerContext context;

        final IoHandlerContext on(IoHandlerContext context) {
            this.context = context;
            return this;
        }

        final IoHandlerContext context() {
            if (context == null) {
                throw new IllegalStateException("no turn yet");
            }
            return context;
        }

        @Override
        public long delayNanos(long currentTimeNanos) {
            return context().delayNanos(currentTimeNanos);
        }

        @Override
        public long deadlineNanos() {
            return context().deadlineNanos();
        }

        @Override
        public void reportActiveIoTime(long activeNanos) {
            context().reportActiveIoTime(activeNanos);
        }

        @Override
        public boolean shouldReportActiveIoTime() {
            return context().shouldReportActiveIoTime();
        }
    }

    /** For a handler that must not block. */
    private static final class Awake extends Seen {

        @Override
        public boolean canBlock() {
            return false;
        }
    }

    /**
     * For a handler that waits by the system's time where the timers have another one: it would take all of them for overdue, and
     * return again and again, for as long as that time stands.
     */
    private final class OtherTime extends Seen {

        @Override
        public boolean canBlock() {
            return context().canBlock();
        }

        @Override
        public long delayNanos(long currentTimeNanos) {
            return hasTimer() ? untilTimer() : context().delayNanos(currentTimeNanos);
        }

        @Override
        public long deadlineNanos() {
            return hasTimer() ? SystemTime.nanos() + untilTimer() : context().deadlineNanos();
        }

        private boolean hasTimer() {
            return loop.nextTimerNanos() >= 0;
        }

        private long untilTimer() {
            long left = loop.nextTimerNanos() - loop.ticker().nanoTime();
            return Math.max(0, Math.min(left, LONGEST_WAIT_OF_OTHER_TIME_NANOS));
        }
    }
}
