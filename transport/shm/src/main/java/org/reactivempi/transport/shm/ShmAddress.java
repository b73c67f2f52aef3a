package org.reactivempi.transport.shm;

import io.netty.channel.unix.DomainSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.shm.file.SharedDirectory;
import org.reactivempi.transport.shm.handshake.HostIdentity;

/**
 * Where a rank can be reached: {@code IDENTITY/SOCKET}, 32 hexadecimal digits each.
 *
 * @param identity of its host, see {@link HostIdentity}
 * @param socket what the name of its socket ends with
 */
record ShmAddress(String identity, String socket) {

    private static final Pattern TEXT = Pattern.compile("([0-9a-f]{32})/([0-9a-f]{32})");

    /** What the text stands for, or null if it is malformed. */
    static @Nullable ShmAddress parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches() ? new ShmAddress(matcher.group(1), matcher.group(2)) : null;
    }

    /** The socket's name: the leading zero says that it is no file. */
    DomainSocketAddress socketAddress() {
        return new DomainSocketAddress("\0" + SharedDirectory.PREFIX + socket);
    }

    @Override
    public String toString() {
        return identity + "/" + socket;
    }
}
