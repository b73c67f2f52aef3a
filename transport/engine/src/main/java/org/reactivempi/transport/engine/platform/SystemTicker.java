package org.reactivempi.transport.engine.platform;

import io.netty.util.concurrent.Ticker;
import java.util.concurrent.TimeUnit;
import org.reactivempi.transport.engine.progress.SystemTime;

/** The monotonic time as the system says it, which all processes of a host share; Netty's own one begins anew in each of them. */
final class SystemTicker implements Ticker {

    static final SystemTicker INSTANCE = new SystemTicker();

    private SystemTicker() {}

    @Override
    public long initialNanoTime() {
        return 0;
    }

    @Override
    public long nanoTime() {
        return SystemTime.nanos();
    }

    @Override
    public void sleep(long delay, TimeUnit unit) throws InterruptedException {
        unit.sleep(delay);
    }
}
