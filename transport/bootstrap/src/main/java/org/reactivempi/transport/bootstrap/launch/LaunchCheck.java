package org.reactivempi.transport.bootstrap.launch;

import java.util.Map;
import java.util.Optional;

/**
 * Finds what is wrong with the settings of a job before its ranks are started, so that it is said once and not by each of
 * them. Found by {@code ServiceLoader}; asked on the launcher's thread, only where something has been set.
 */
public interface LaunchCheck {

    /**
     * What would fail each rank.
     *
     * @param given settings by name, without prefix, from the command line: system properties, the program's arguments
     * @param environment the ranks'
     * @param oneJvm whether they all live in one JVM
     * @return one line for the user, if there is something
     */
    Optional<String> problem(Map<String, String> given, Map<String, String> environment, boolean oneJvm);
}
