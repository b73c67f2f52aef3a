package org.reactivempi.transport.bootstrap;

import java.util.function.Predicate;

/**
 * Whether a provider is on the class path though no service file names it. Tools that put several jars into one keep one of their service
 * files of each name, or none, unless they are told to merge them; to add the jar again would change nothing.
 */
public final class LostProvider {

    /** Whether a class, given by its name, is on the class path; doesn't load it. */
    public static final Predicate<String> IS_THERE =
            provider -> LostProvider.class.getClassLoader().getResource(provider.replace('.', '/') + ".class") != null;

    private LostProvider() {}

    /**
     * What to do about it.
     *
     * @param service the interface that nobody is found for
     * @param provider the name of a class that would be found, if a service file named it
     * @return words for users
     */
    public static String mend(Class<?> service, String provider) {
        return provider
                + " is there, but no service file names it: the jars of this class path were put into one without merging"
                + " META-INF/services/" + service.getName() + " (see 'One jar' in the guide's Launching)";
    }
}
