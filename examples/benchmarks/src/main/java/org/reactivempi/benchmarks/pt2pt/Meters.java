package org.reactivempi.benchmarks.pt2pt;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Arrays;
import org.reactivempi.Settings;

/** Whether what is measured runs with meters, to see what those cost. */
final class Meters {

    static final String OPTION = "--meters";

    private Meters() {}

    /** The program's settings. */
    static Settings of(String[] arguments) {
        Settings settings = Settings.create();
        return Arrays.asList(arguments).contains(OPTION) ? settings.attach(new SimpleMeterRegistry()) : settings;
    }
}
