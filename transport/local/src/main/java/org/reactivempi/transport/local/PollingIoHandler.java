package org.reactivempi.transport.local;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;
import org.reactivempi.transport.engine.progress.Waiting;

/** Parks as another handler does, unless it is time to poll: then the loop looks into its mailbox again at once. */
final class PollingIoHandler implements IoHandler {

    private final IoHandler parking;
    private final Waiting waiting;

    PollingIoHandler(IoHandler parking, Waiting waiting) {
        this.parking = parking;
        this.waiting = waiting;
    }

    @Override
    public int run(IoHandlerContext context) {
        if (context.canBlock() && waiting.polls()) {
            Thread.onSpinWait();
            return 0;
        }
        return parking.run(context);
    }

    @Override
    public void initialize() {
        parking.initialize();
    }

    @Override
    public void prepareToDestroy() {
        parking.prepareToDestroy();
    }

    @Override
    public void destroy() {
        parking.destroy();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return parking.register(handle);
    }

    @Override
    public void wakeup() {
        parking.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return parking.isCompatible(handleType);
    }
}
