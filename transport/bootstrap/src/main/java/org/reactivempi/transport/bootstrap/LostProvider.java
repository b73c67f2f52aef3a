package org.reactivempi.core.settings;

import java.util.function.Predicate;

/**
 * Whether a provider is on the class path though no service file names it. Tools that put several jars into one keep one of their service
 * files of each name, unless they are told to merge them; to add the jar again would change nothing.
 */
final class LostProvider {

    private LostProvider() {}

    /** Whether a class is on the class path; doesn't load it. */
    static final Predicate<String> IS_THERE =
            provider -> LostProvider.class.getClassLoader().getResource(provider.replace('.', '/') + ".class") != null;

    /** What to do about it, in words for users. */
    static String mend(Class<?> service, String provider) {
        return provider
                + " is there, but no service file names it: the jars of this class path were put into one without merging"
                + " META-INF/services/" + service.getName() + " (see 'One jar' in the guide's Launching)";
    }
}
