package org.reactivempi.examples.cli;

/** An option's value that counts something: 1 to 1 000 000 000. */
public final class Positive extends UpTo {

    /** Made by the command line. */
    public Positive() {
        super(1_000_000_000);
    }
}
