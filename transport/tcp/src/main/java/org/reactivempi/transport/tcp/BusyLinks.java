package org.reactivempi.transport.tcp;

import java.util.ArrayList;
import java.util.List;
import org.reactivempi.transport.channel.Poller;
import org.reactivempi.transport.channel.Progress;

/**
 * The links of a rank that had input a short while ago: while the loop polls, it reads their sockets at once, without
 * asking the system first which of them are ready.
 *
 * <p>Only a few, since each costs a system call in each turn; the others are Netty's, and so are all while the loop sleeps.
 * On the progress thread.
 */
final class BusyLinks implements Poller {

    private static final int MOST = 4;
    /** A link that has been read in vain so often is busy no more. */
    private static final int MOST_IN_VAIN = 500;

    private final Progress progress;
    private final List<TcpLink> links = new ArrayList<>(MOST);

    BusyLinks(Progress progress) {
        this.progress = progress;
    }

    /** Polls a link from now on, if there is room for one more; whether it is polled. */
    boolean add(TcpLink link) {
        if (links.size() == MOST) {
            return links.contains(link);
        }
        if (links.isEmpty()) {
            progress.add(this);
        }
        if (!links.contains(link)) {
            links.add(link);
        }
        return true;
    }

    void remove(TcpLink link) {
        if (links.remove(link) && links.isEmpty()) {
            progress.remove(this);
        }
    }

    /** Counts down, so that a link may be removed meanwhile. */
    @Override
    public boolean poll() {
        boolean found = false;
        for (int i = links.size() - 1; i >= 0; i--) {
            if (i < links.size()) {
                found |= poll(links.get(i));
            }
        }
        return found;
    }

    private boolean poll(TcpLink link) {
        boolean found = link.poll();
        if (link.readInVain() > MOST_IN_VAIN) {
            giveToNetty(link);
        }
        return found;
    }

    @Override
    public boolean maySleep() {
        while (!links.isEmpty()) {
            giveToNetty(links.get(links.size() - 1));
        }
        return true;
    }

    private void giveToNetty(TcpLink link) {
        remove(link);
        link.giveToNetty();
    }
}
