package org.reactivempi.core.settings;

import java.io.ObjectInputFilter;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.settings.Setting;

/** Which classes the objects of a message may have that comes by Java's serialization, as {@code MPI.OBJECT} does. */
public final class ObjectFilter {

    /** A pattern, or nothing. */
    public static final Setting<String> SETTING = Setting.parsed(
                    "object-filter", "", "a pattern of java.io.ObjectInputFilter", ObjectFilter::checked)
            .described(
                    "Which classes may come in messages of `MPI.OBJECT`, of the bindings for existing programs, beside arrays,"
                            + " boxes and `String`: a pattern such as `com.acme.model.*;java.util.ArrayList`. What it doesn't name is"
                            + " refused.");

    private ObjectFilter() {}

    private static @Nullable String checked(String pattern) {
        try {
            ObjectInputFilter.Config.createFilter(pattern);
            return pattern;
        } catch (IllegalArgumentException wrong) {
            return null;
        }
    }

    /**
     * The filter of a value of the setting.
     *
     * @param pattern a value of {@link #SETTING}
     * @return a filter that leaves undecided what the pattern doesn't name; null for no pattern
     */
    public static @Nullable ObjectInputFilter of(String pattern) {
        return ObjectInputFilter.Config.createFilter(pattern);
    }
}
