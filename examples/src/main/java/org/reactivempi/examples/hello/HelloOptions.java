package org.reactivempi.examples.hello;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Hello}. */
@Command(name = "hello", description = "Each rank says who and where it is, and how it reaches the others.")
final class HelloOptions {

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;
}
