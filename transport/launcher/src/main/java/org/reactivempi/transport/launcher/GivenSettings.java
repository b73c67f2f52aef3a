package org.reactivempi.transport.launcher;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;
import org.reactivempi.transport.bootstrap.launch.LaunchCheck;
import org.reactivempi.transport.launcher.plan.JobPlan;

/** The settings that a job's ranks will find, as far as the command line and the environment tell. */
final class GivenSettings {

    private static final String VARIABLE_PREFIX = "REACTIVEMPI_";
    private static final String PROPERTY_PREFIX = "reactivempi.";
    private static final String ARGUMENT_PREFIX = "--" + PROPERTY_PREFIX;
    private static final String JVM_ARGUMENT_PREFIX = "-D" + PROPERTY_PREFIX;

    private final Map<String, String> given = new HashMap<>();
    private final Map<String, String> environment;
    private final boolean oneJvm;

    /** Of a program of a job; its arguments win. */
    private GivenSettings(JobPlan plan, JobPlan.Part part) {
        oneJvm = plan.options().inJvm || plan.ranks() == 1;
        environment = new HashMap<>(System.getenv());
        environment.putAll(plan.addedEnvironment(part));
        if (plan.options().inJvm) {
            addProperties(System.getProperties());
        }
        addWords(JVM_ARGUMENT_PREFIX, part.command().jvmArguments());
        addWords(ARGUMENT_PREFIX, part.command().program().arguments());
    }

    /** What is found wrong with those of any program of a job. */
    static Optional<String> problem(JobPlan plan) {
        return plan.parts().stream()
                .flatMap(part -> new GivenSettings(plan, part).problem().stream())
                .findFirst();
    }

    /** What the implementation on the class path finds wrong; costs nothing where nothing has been set. */
    private Optional<String> problem() {
        boolean nothingSet = given.isEmpty() && environment.keySet().stream().noneMatch(this::isSetting);
        return nothingSet
                ? Optional.empty()
                : ServiceLoader.load(LaunchCheck.class, GivenSettings.class.getClassLoader()).stream()
                        .flatMap(check -> check.get().problem(given, environment, oneJvm).stream())
                        .findFirst();
    }

    private boolean isSetting(String variable) {
        return variable.startsWith(VARIABLE_PREFIX);
    }

    private void addProperties(Properties properties) {
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith(PROPERTY_PREFIX)) {
                given.put(name.substring(PROPERTY_PREFIX.length()), properties.getProperty(name));
            }
        }
    }

    /** Those of the form {@code PREFIX NAME=VALUE}; the last one wins. */
    private void addWords(String prefix, List<String> words) {
        for (String word : words) {
            int equals = word.indexOf('=');
            if (word.startsWith(prefix) && equals > prefix.length()) {
                given.put(word.substring(prefix.length(), equals), word.substring(equals + 1));
            }
        }
    }
}
