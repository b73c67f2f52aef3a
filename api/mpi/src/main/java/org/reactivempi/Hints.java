package org.reactivempi;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a program says of the messages of a communicator, so that the library need not be ready for anything else. An operation that breaks
 * its word fails with {@link ErrorClass#ARG}, and the communicator works on.
 *
 * <pre>{@code
 * Mono<Communicator> fast = world.dup(Hints.create().noAnySource().noAnyTag());
 * }</pre>
 *
 * <p>Immutable: methods return changed copies. Each rank speaks for itself: what it says is about its own receives and probes.
 *
 * @see AnyCommunicator#hints
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.4">MPI-4.1, 7.4.4</a>
 * @since 0.1
 */
public final class Hints {

    /**
     * One thing that a program can say.
     *
     * @since 0.1
     */
    public enum Hint {
        /**
         * No receive, no probe and no receiver of a stream has {@link Mpi#ANY_TAG}. Together with {@link #NO_ANY_SOURCE}, a message that
         * comes before its receive is filed at one place, and not at four.
         */
        NO_ANY_TAG("mpi_assert_no_any_tag"),
        /** No receive, no probe and no receiver of a stream has {@link Mpi#ANY_SOURCE}. Questions of any rank are answered all the same. */
        NO_ANY_SOURCE("mpi_assert_no_any_source"),
        /**
         * Each message fills the buffer of its receive: a shorter one fails the receive, and so does a longer one, with {@link ErrorClass#ARG}.
         * This finds errors, and makes nothing faster.
         */
        EXACT_LENGTH("mpi_assert_exact_length"),
        /** Messages may overtake each other. Nothing can break that; here they keep their order all the same. */
        ALLOW_OVERTAKING("mpi_assert_allow_overtaking");

        private final String key;

        Hint(String key) {
            this.key = key;
        }

        /**
         * What MPI calls it.
         *
         * @return the key that it has in an {@link Info}
         */
        public String key() {
            return key;
        }
    }

    private static final Hints NONE = new Hints(EnumSet.noneOf(Hint.class));

    private final Set<Hint> said;

    private Hints(Set<Hint> said) {
        this.said = said;
    }

    /**
     * Nothing is said.
     *
     * @return the hints that a communicator begins with
     */
    public static Hints create() {
        return NONE;
    }

    /**
     * The hints in an info. Keys that are no hints are ignored.
     *
     * @param info values of hints are {@code true} or {@code false}
     * @return the hints whose values are {@code true}
     * @throws MpiException {@link ErrorClass#INFO_VALUE} if the value of a hint is another one
     */
    public static Hints of(Info info) {
        return NONE.with(info);
    }

    /**
     * A copy that says this ({@link Hint#NO_ANY_SOURCE}).
     *
     * @return the copy
     */
    public Hints noAnySource() {
        return with(Hint.NO_ANY_SOURCE, true);
    }

    /**
     * A copy that says this ({@link Hint#NO_ANY_TAG}).
     *
     * @return the copy
     */
    public Hints noAnyTag() {
        return with(Hint.NO_ANY_TAG, true);
    }

    /**
     * A copy that says this ({@link Hint#EXACT_LENGTH}).
     *
     * @return the copy
     */
    public Hints exactLength() {
        return with(Hint.EXACT_LENGTH, true);
    }

    /**
     * A copy that says this ({@link Hint#ALLOW_OVERTAKING}).
     *
     * @return the copy
     */
    public Hints allowOvertaking() {
        return with(Hint.ALLOW_OVERTAKING, true);
    }

    /**
     * A copy in which a hint is another one.
     *
     * @param hint which one
     * @param isSaid whether the program says so
     * @return the copy
     */
    public Hints with(Hint hint, boolean isSaid) {
        if (said.contains(hint) == isSaid) {
            return this;
        }
        Set<Hint> changed = EnumSet.copyOf(said);
        if (isSaid) {
            changed.add(hint);
        } else {
            changed.remove(hint);
        }
        return new Hints(changed);
    }

    /**
     * A copy in which the hints of an info are as that says; the other ones stay.
     *
     * @param info as {@link #of} takes it
     * @return the copy
     * @throws MpiException as {@link #of}
     */
    public Hints with(Info info) {
        Hints changed = this;
        for (Hint hint : Hint.values()) {
            String value = info.get(hint.key()).orElse(null);
            if (value != null) {
                changed = changed.with(hint, isTrue(hint, value));
            }
        }
        return changed;
    }

    private static boolean isTrue(Hint hint, String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new MpiException(
                        ErrorClass.INFO_VALUE, hint.key() + " is \"" + value + "\", and neither true nor false");
        };
    }

    /**
     * Whether a hint is given.
     *
     * @param hint which one
     * @return true if it is
     */
    public boolean has(Hint hint) {
        return said.contains(hint);
    }

    /**
     * All hints that the library knows, each of them {@code true} or {@code false}.
     *
     * @return an info with a key for each {@link Hint}
     */
    public Info toInfo() {
        Info info = Info.create();
        for (Hint hint : Hint.values()) {
            info = info.with(hint.key(), Boolean.toString(has(hint)));
        }
        return info;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Hints hints && said.equals(hints.said);
    }

    @Override
    public int hashCode() {
        return said.hashCode();
    }

    /** The hints that are given, such as {@code Hints[NO_ANY_TAG]}. */
    @Override
    public String toString() {
        return "Hints" + said;
    }
}
