package org.reactivempi.transport.shm.ring;

import io.netty.channel.EventLoop;
import java.util.Arrays;
import org.reactivempi.transport.channel.Poller;
import org.reactivempi.transport.channel.Progress;

/** All links of a rank, among which its progress loop looks for input. On the loop. */
public final class RingPoller implements Poller {

    private static final ShmLink[] NONE = {};

    private final Progress progress;
    /** Copied on change, since a link may end while all are polled. */
    private ShmLink[] links = NONE;

    public RingPoller(Progress progress) {
        this.progress = progress;
    }

    public EventLoop loop() {
        return progress.loop();
    }

    void add(ShmLink link) {
        if (links.length == 0) {
            progress.add(this);
        }
        links = Arrays.copyOf(links, links.length + 1);
        links[links.length - 1] = link;
    }

    void remove(ShmLink link) {
        if (links.length == 0) {
            return;
        }
        links = Arrays.stream(links).filter(other -> other != link).toArray(ShmLink[]::new);
        if (links.length == 0) {
            progress.remove(this);
        }
    }

    @Override
    public boolean poll() {
        boolean found = false;
        for (ShmLink link : links) {
            found |= link.poll();
        }
        return found;
    }

    @Override
    public boolean maySleep() {
        boolean may = true;
        for (ShmLink link : links) {
            may &= link.maySleep();
        }
        return may;
    }

    @Override
    public void awake() {
        for (ShmLink link : links) {
            link.awake();
        }
    }
}
