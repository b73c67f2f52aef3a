package org.reactivempi.transport.rsocket.link;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The links that wait for the end of their connection: so many at most, since a stranger can make any number of them. Where
 * more come, the oldest ends at once. On the progress loop.
 */
public final class Departures {

    public static final int MOST = 256;

    private final Set<RSocketLink> links = new LinkedHashSet<>();

    public void add(RSocketLink link) {
        links.add(link);
        if (links.size() > MOST) {
            links.iterator().next().giveUp();
        }
    }

    public void remove(RSocketLink link) {
        links.remove(link);
    }
}
