package org.reactivempi.transport.engine.event;

import java.util.LinkedHashMap;
import java.util.Map;

/** What came with messages that have not been received; of many that wait, only the youngest, since nobody may ever want them. */
final class Headers extends LinkedHashMap<Long, byte[]> {

    private static final long serialVersionUID = 1;
    private static final int MOST = 1024;

    @Override
    protected boolean removeEldestEntry(Map.Entry<Long, byte[]> eldest) {
        return size() > MOST;
    }
}
