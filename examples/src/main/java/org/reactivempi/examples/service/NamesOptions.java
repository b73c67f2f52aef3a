package org.reactivempi.examples.service;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The command line of {@link Names}. */
@Command(
        name = "names",
        description = "Keeps the names of ports for the jobs that ask it: one process, which no launcher starts.",
        footer = {
            "",
            "All jobs need the same secret, REACTIVEMPI_PORT_SECRET, and those others",
            "REACTIVEMPI_NAME_SERVICE=HOST:PORT."
        },
        sortOptions = false)
final class NamesOptions {

    static final String LISTEN = "127.0.0.1:7100";

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            converter = Place.class,
            defaultValue = LISTEN,
            description =
                    "Where it listens; default ${DEFAULT-VALUE}. Jobs of other hosts need an address that they can reach.")
    String listen = LISTEN;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;

    /** One host and one port. */
    static final class Place implements ITypeConverter<String> {

        private static final Pattern PLACE = Pattern.compile("[^\\s,{}]+:(\\d{1,5})");
        private static final int LARGEST_PORT = 65_535;

        @Override
        public String convert(String text) {
            Matcher place = PLACE.matcher(text);
            if (!place.matches() || !isPort(Integer.parseInt(place.group(1)))) {
                throw new TypeConversionException(text + " is not HOST:PORT, with a port from 1 to " + LARGEST_PORT);
            }
            return text;
        }

        private static boolean isPort(int port) {
            return port >= 1 && port <= LARGEST_PORT;
        }
    }
}
