package org.reactivempi.transport.bootstrap;

import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Whether a JVM has an agent by which a debugger may stop it, so that how long it takes for something says nothing about it. */
public final class DebugAgent {

    private static final List<String> AGENTS = List.of("-agentlib:jdwp", "-Xrunjdwp", "-agentpath:");

    private static final String NAME = "jdwp";

    /** From where JVMs, or the command {@code java}, take options as well. */
    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private DebugAgent() {}

    /**
     * Whether a JVM that is started so has the agent.
     *
     * @param arguments what it is told
     * @param environment what its environment has
     * @return true for one of the JDK's agent by whatever spelling
     */
    public static boolean isIn(Collection<String> arguments, Map<String, String> environment) {
        Stream<String> inVariables = VARIABLES.stream()
                .map(name -> environment.getOrDefault(name, ""))
                .flatMap(words -> Stream.of(words.split("\\s+")));
        return Stream.concat(arguments.stream(), inVariables).anyMatch(DebugAgent::isAgent);
    }

    /**
     * The same of this JVM; takes some milliseconds.
     *
     * @return false where it cannot be found out
     */
    public static boolean isHere() {
        try {
            return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .anyMatch(DebugAgent::isAgent);
        } catch (LinkageError e) {
            return false;
        }
    }

    private static boolean isAgent(String argument) {
        return AGENTS.stream().anyMatch(argument::startsWith) && argument.contains(NAME);
    }
}
