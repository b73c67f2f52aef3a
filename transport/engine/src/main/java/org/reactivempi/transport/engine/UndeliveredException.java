package org.reactivempi.transport.engine;

import java.util.List;
import java.util.stream.Collectors;
import org.reactivempi.transport.engine.link.PeerLostException;

/** A rank has come to its end, but not all that it has sent to its peers, and whose sends have completed. */
public final class UndeliveredException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<PeerLostException> losses;

    /**
     * The end of a rank.
     *
     * @param losses the peers that have not got all; one or more
     */
    UndeliveredException(List<PeerLostException> losses) {
        super(
                "not all that was sent has been delivered: "
                        + losses.stream().map(Throwable::getMessage).collect(Collectors.joining("; ")),
                losses.get(0));
        this.losses = List.copyOf(losses);
    }

    /** Why which peer has not got all. */
    public List<PeerLostException> losses() {
        return losses;
    }
}
