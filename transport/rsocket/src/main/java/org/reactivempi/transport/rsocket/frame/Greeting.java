package org.reactivempi.transport.rsocket.frame;

import io.rsocket.ConnectionSetupPayload;
import io.rsocket.Payload;
import io.rsocket.util.ByteBufPayload;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What a connection's SETUP frame says: that this is reactive-mpi, in which version, and for whom.
 *
 * <pre>
 *  data MIME type   application/vnd.reactive-mpi.link
 *  data             reactive-mpi/VERSION DOOR
 * </pre>
 */
public final class Greeting {

    public static final String MIME_TYPE = "application/vnd.reactive-mpi.link";

    private static final String MAGIC = "reactive-mpi/";
    private static final String VERSION = "1";
    private static final int LONGEST = 64;

    private Greeting() {}

    public static Payload to(String door) {
        return ByteBufPayload.create(MAGIC + VERSION + " " + door);
    }

    /** Whether a connection is for reactive-mpi at all, well-formed or not. */
    public static boolean isMeant(ConnectionSetupPayload setup) {
        try {
            return MIME_TYPE.equals(setup.dataMimeType());
        } catch (IndexOutOfBoundsException malformed) {
            return false;
        }
    }

    /** The name of the door that a connection is for. */
    public static String door(ConnectionSetupPayload setup) throws IOException {
        String text = text(setup);
        if (text == null || !text.startsWith(MAGIC)) {
            throw new IOException("its greeting is not of reactive-mpi");
        }
        int blank = text.indexOf(' ');
        if (blank < 0 || !text.substring(MAGIC.length(), blank).equals(VERSION)) {
            throw new IOException("its greeting is of another version of reactive-mpi than " + VERSION);
        }
        return text.substring(blank + 1);
    }

    private static @Nullable String text(ConnectionSetupPayload setup) {
        if (!isMeant(setup)) {
            return null;
        }
        try {
            return setup.data().readableBytes() > LONGEST ? null : setup.getDataUtf8();
        } catch (IndexOutOfBoundsException malformed) {
            return null;
        }
    }
}
