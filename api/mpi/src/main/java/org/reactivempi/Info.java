package org.reactivempi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keys with values, both of them text: hints for the library ({@code MPI_Info}). Each part of the library takes the keys that it knows, and
 * ignores all others.
 *
 * <pre>{@code
 * Info info = Info.create().with("mpi_assert_no_any_tag", "true").with("colour", "blue");
 * }</pre>
 *
 * <p>Immutable: methods that change something return changed copies, so there is nothing to duplicate and nothing to free. Keys stand in the
 * order in which they were set first. Two infos are equal if they have the same keys with the same values, in any order.
 *
 * @see AnyCommunicator#setInfo
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#chapter.10">MPI-4.1, 10</a>
 * @since 0.1
 */
public final class Info {

    /** How many characters a key has at most ({@code MPI_MAX_INFO_KEY}). */
    public static final int MAX_KEY = 255;

    /** How many characters a value has at most ({@code MPI_MAX_INFO_VAL}). */
    public static final int MAX_VALUE = 1024;

    private static final Info EMPTY = new Info(Collections.emptyMap());

    private final Map<String, String> values;

    private Info(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Without keys ({@code MPI_Info_create}, {@code MPI_INFO_NULL}).
     *
     * @return an empty info
     */
    public static Info create() {
        return EMPTY;
    }

    /**
     * The keys and values of a map, in its order.
     *
     * @param values each as {@link #with} takes it
     * @return the info
     * @throws MpiException as {@link #with}
     */
    public static Info of(Map<String, String> values) {
        Map<String, String> checked = new LinkedHashMap<>();
        values.forEach((key, value) -> checked.put(key(key), value(key, value)));
        return new Info(Collections.unmodifiableMap(checked));
    }

    /**
     * A copy with one key more, or with another value of a key ({@code MPI_Info_set}), which keeps its place then.
     *
     * @param key 1 to {@link #MAX_KEY} characters
     * @param value 1 to {@link #MAX_VALUE} characters
     * @return the copy
     * @throws MpiException {@link ErrorClass#INFO_KEY} if the key is empty or too long, {@link ErrorClass#INFO_VALUE} if the value is
     */
    public Info with(String key, String value) {
        Map<String, String> changed = new LinkedHashMap<>(values);
        changed.put(key(key), value(key, value));
        return new Info(Collections.unmodifiableMap(changed));
    }

    /**
     * A copy with the keys and values of another one as well; where both have a key, the other one's value counts.
     *
     * @param other what is added
     * @return the copy
     */
    public Info with(Info other) {
        Map<String, String> changed = new LinkedHashMap<>(values);
        changed.putAll(other.values);
        return new Info(Collections.unmodifiableMap(changed));
    }

    /**
     * A copy that lacks a key ({@code MPI_Info_delete}).
     *
     * @param key one that is there
     * @return the copy
     * @throws MpiException {@link ErrorClass#INFO_NOKEY} if there is no such key, {@link ErrorClass#INFO_KEY} if none could be
     */
    public Info without(String key) {
        Map<String, String> changed = new LinkedHashMap<>(values);
        if (changed.remove(key(key)) == null) {
            throw new MpiException(
                    ErrorClass.INFO_NOKEY, "there is no key \"" + key + "\" among " + String.join(", ", keys()));
        }
        return new Info(Collections.unmodifiableMap(changed));
    }

    /**
     * The value of a key ({@code MPI_Info_get_string}).
     *
     * @param key any that there could be
     * @return its value, or nothing
     * @throws MpiException {@link ErrorClass#INFO_KEY} if the key is empty or too long
     */
    public Optional<String> get(String key) {
        return Optional.ofNullable(values.get(key(key)));
    }

    /**
     * The keys ({@code MPI_Info_get_nthkey}).
     *
     * @return an immutable list, in the order in which they were set first
     */
    public List<String> keys() {
        return Collections.unmodifiableList(new ArrayList<>(values.keySet()));
    }

    /**
     * How many keys there are ({@code MPI_Info_get_nkeys}).
     *
     * @return 0 or more
     */
    public int size() {
        return values.size();
    }

    /**
     * All keys with their values.
     *
     * @return an immutable map, in the order of {@link #keys}
     */
    public Map<String, String> toMap() {
        return values;
    }

    private static String key(@Nullable String key) {
        return checked("a key", key, MAX_KEY, ErrorClass.INFO_KEY);
    }

    private static String value(String key, @Nullable String value) {
        return checked("a value of the key \"" + key + "\"", value, MAX_VALUE, ErrorClass.INFO_VALUE);
    }

    private static String checked(String what, @Nullable String text, int most, ErrorClass errorClass) {
        if (text == null || text.isEmpty() || text.length() > most) {
            throw new MpiException(
                    errorClass,
                    what + " of an info has 1 to " + most + " characters, and not "
                            + (text == null ? "null" : String.valueOf(text.length())));
        }
        return text;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Info info && values.equals(info.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    /** The keys and values, such as {@code {colour=blue}}. */
    @Override
    public String toString() {
        return values.toString();
    }
}
