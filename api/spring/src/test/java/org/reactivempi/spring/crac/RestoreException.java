package org.reactivempi.spring.crac;

/** Never thrown. */
public final class RestoreException extends Exception {

    private static final long serialVersionUID = 1;
}
