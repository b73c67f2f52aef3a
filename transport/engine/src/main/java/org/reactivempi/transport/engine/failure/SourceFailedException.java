package org.reactivempi.transport.engine.failure;

import java.util.List;
import java.util.stream.Collectors;
import org.reactivempi.transport.engine.link.PeerLostException;

/** A receive from any source may wait in vain, since a rank has failed and nobody has acknowledged that. */
public final class SourceFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<PeerLostException> failures;

    SourceFailedException(List<PeerLostException> failures) {
        super("a receive from any source may wait in vain, since "
                + failures.stream().map(PeerLostException::getMessage).collect(Collectors.joining("; "))
                + "; acknowledge the failure to receive from the others");
        this.failures = List.copyOf(failures);
    }

    /** The failures that are not acknowledged, one at least. */
    public List<PeerLostException> failures() {
        return failures;
    }
}
