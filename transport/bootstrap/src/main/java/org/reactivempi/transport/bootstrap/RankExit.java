package org.reactivempi.transport.bootstrap;

/**
 * Ends one of several ranks in a JVM: unwinds the rank's thread, whose owner (launcher or test kit) catches it. An
 * {@code Error}, so that programs which catch {@code Exception} don't keep it; without a stack trace, since it reports
 * no fault.
 */
public final class RankExit extends Error {

    private static final long serialVersionUID = 1L;

    private final int code;

    /**
     * The end of a rank.
     *
     * @param code the rank's exit code, 0 to 255
     */
    public RankExit(int code) {
        super("exit code " + code, null, false, false);
        this.code = code;
    }

    /**
     * The rank's exit code.
     *
     * @return 0 to 255
     */
    public int code() {
        return code;
    }
}
