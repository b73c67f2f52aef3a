package org.reactivempi.core.port;

import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;

/** A port is closed, or nobody accepts there any more: the orderly end of accepting one group after the other. */
public final class PortClosedException extends MpiException {

    private static final long serialVersionUID = 1;

    /** With what has happened in words. */
    public PortClosedException(String message) {
        super(ErrorClass.PORT, message);
    }
}
