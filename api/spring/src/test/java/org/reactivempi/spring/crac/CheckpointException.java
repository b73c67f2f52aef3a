package org.reactivempi.spring.crac;

/** No checkpoint was possible; what stood in its way is suppressed in it. */
public final class CheckpointException extends Exception {

    private static final long serialVersionUID = 1;
}
