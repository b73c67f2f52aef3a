package org.reactivempi.examples.frames;

import org.reactivempi.examples.cli.UpTo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Frames}. */
@Command(
        name = "frames",
        description = "Rank 0 streams frames into slots of the other ranks' memory, which look at them in place.",
        sortOptions = false)
final class FramesOptions {

    @Option(
            names = "--frames",
            paramLabel = "N",
            converter = Count.class,
            defaultValue = "1000",
            description = "How many frames the film has, 1 to 1000000; default ${DEFAULT-VALUE}.")
    int frames;

    @Option(
            names = "--kib",
            paramLabel = "N",
            converter = Kib.class,
            defaultValue = "256",
            description = "How long a frame is, 1 to 65536 KiB; default ${DEFAULT-VALUE}.")
    int kib;

    @Option(
            names = "--slots",
            paramLabel = "N",
            converter = Slots.class,
            defaultValue = "4",
            description = "How many frames a rank has room for, 2 to 1000; default ${DEFAULT-VALUE}.")
    int slots;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;

    /** 1 to 1 000 000. */
    static final class Count extends UpTo {

        Count() {
            super(1_000_000);
        }
    }

    /** 1 to 65 536. */
    static final class Kib extends UpTo {

        Kib() {
            super(65_536);
        }
    }

    /** 1 to 1000; that one is too few, the stream says. */
    static final class Slots extends UpTo {

        Slots() {
            super(1000);
        }
    }
}
