package org.reactivempi.transport.shm.handshake;

import java.time.Duration;
import org.reactivempi.transport.shm.file.SharedDirectory;
import org.reactivempi.transport.shm.segment.SegmentTable;

/**
 * What a rank's handshakes know of the rank and of the host that it is on.
 *
 * @param ringBytes the length of the rings that it makes
 * @param handshakeTimeout how long a peer may take to answer, or to say what it wants
 * @param identity of the host, see {@link HostIdentity}
 * @param uid the user whose processes this rank talks to, its own
 * @param directory where files are shared
 * @param names for what is made there
 * @param segments of the rank
 */
public record ShmHost(
        int ringBytes,
        Duration handshakeTimeout,
        String identity,
        long uid,
        SharedDirectory directory,
        Names names,
        SegmentTable segments) {}
