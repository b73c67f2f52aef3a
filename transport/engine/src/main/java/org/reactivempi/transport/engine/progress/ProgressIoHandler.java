package org.reactivempi.transport.engine.progress;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Poller;

/**
 * Where a turn of the loop finds its input: first what it has to look for, then what the system tells of.
 *
 * <pre>
 *  poll ---> found something, or commands wait, or waiting polls ---> look at sockets, don't block
 *     \----> quiet ---> pollers let it sleep ---> wait for sockets or a wake-up
 * </pre>
 * On the progress thread, but for {@link #wakeup}.
 */
final class ProgressIoHandler implements IoHandler {

    private final IoHandler system;
    private final Waiting waiting;
    private final Awake awake = new Awake();
    private final List<Poller> pollers = new ArrayList<>();

    private ProgressIoHandler(IoHandler system, Waiting waiting) {
        this.system = system;
        this.waiting = waiting;
    }

    /** Adds polling to what {@code system} waits for. */
    static IoHandlerFactory on(IoHandlerFactory system, Waiting waiting) {
        return executor -> new ProgressIoHandler(system.newHandler(executor), waiting);
    }

    void add(Poller input) {
        pollers.add(input);
    }

    void remove(Poller input) {
        pollers.remove(input);
    }

    @Override
    public int run(IoHandlerContext context) {
        if (poll() || !context.canBlock() || waiting.polls()) {
            return system.run(awake.on(context));
        }
        try {
            return system.run(maySleep() ? context : awake.on(context));
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
        if (found) {
            waiting.traffic();
        }
        return found;
    }

    private boolean maySleep() {
        for (Poller input : pollers) {
            if (!input.maySleep()) {
                return false;
            }
        }
        return true;
    }

    private void awake() {
        for (Poller input : pollers) {
            input.awake();
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

    @Override
    public void destroy() {
        system.destroy();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return system.register(handle);
    }

    @Override
    public void wakeup() {
        system.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return system.isCompatible(handleType);
    }

    /** The loop's context, as it looks to a handler that must not block. */
    private static final class Awake implements IoHandlerContext {

        private @Nullable IoHandlerContext context;

        Awake on(IoHandlerContext context) {
            this.context = context;
            return this;
        }

        private IoHandlerContext context() {
            if (context == null) {
                throw new IllegalStateException("no turn yet");
            }
            return context;
        }

        @Override
        public boolean canBlock() {
            return false;
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
}
