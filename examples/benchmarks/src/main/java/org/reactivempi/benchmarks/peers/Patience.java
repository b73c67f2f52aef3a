package org.reactivempi.benchmarks.peers;

import java.time.Duration;

/** How much may be spent on turns that are disturbed: so many attempts for each, and so long for all of them. */
final class Patience {

    private final int attempts;
    private Duration left;
    private int repeated;
    private int disturbed;

    /** Of {@code attempts} for each, the first included, and {@code all} for what is lost altogether. */
    Patience(int attempts, Duration all) {
        this.attempts = attempts;
        this.left = all;
    }

    /** Whether a turn that was disturbed at this attempt, from 1 on, is repeated. */
    boolean allows(int attempt) {
        return attempt < attempts && !isExhausted();
    }

    boolean isExhausted() {
        return left.isZero() || left.isNegative();
    }

    /** So much was spent on waiting. */
    void lose(Duration time) {
        left = left.minus(time);
    }

    /** So much was spent on a turn that is repeated. */
    void repeats(Duration time) {
        repeated++;
        lose(time);
    }

    /** A turn counts though it was disturbed. */
    void gaveUp() {
        disturbed++;
    }

    @Override
    public String toString() {
        return "turns that were disturbed: " + repeated + " repeated, " + disturbed + " counted all the same";
    }
}
