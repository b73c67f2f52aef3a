package org.reactivempi;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a program says of a window that it is about to make, so that the library need not be ready for anything else.
 *
 * <pre>{@code
 * windows.with(WindowHints.create().displacementUnit(4).noLocks(true)).allocate(bytes);
 * }</pre>
 *
 * <p>Immutable: methods return changed copies. A promise that is broken fails the operation that breaks it, and harms nothing. Of
 * MPI's hints, {@code accumulate_ordering} and {@code accumulate_ops} are taken and change nothing: here all accumulates of an origin at one
 * place keep their order, and any of them may meet.
 *
 * @see Windows#with
 * @see Window#hints
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.2.7">MPI-4.1, 12.2.7</a>
 * @since 0.1
 */
public final class WindowHints {

    /** How many bytes of an accumulate are applied at once at most: those of one packet. */
    public static final int MOST_GRANULARITY = 32 * 1024;

    /** The largest alignment that can be asked for. */
    public static final int MOST_ALIGNMENT = 1 << 20;

    private static final String NO_LOCKS = "no_locks";
    private static final String ORDERING = "accumulate_ordering";
    private static final String OPERATIONS = "accumulate_ops";
    private static final String GRANULARITY = "mpi_accumulate_granularity";
    private static final String SAME_SIZE = "same_size";
    private static final String SAME_UNIT = "same_disp_unit";
    private static final String ALIGNMENT = "mpi_minimum_memory_alignment";
    private static final String APART = "alloc_shared_noncontig";
    private static final String SHARED = "alloc_shm";

    private static final WindowHints NONE = new WindowHints(Info.create(), null);

    /** What is said, under MPI's names. */
    private final Info said;

    private final @Nullable Integer unit;

    private WindowHints(Info said, @Nullable Integer unit) {
        this.said = said;
        this.unit = unit;
    }

    /**
     * Nothing is said.
     *
     * @return no hints
     */
    public static WindowHints create() {
        return NONE;
    }

    /**
     * The hints in an info, under MPI's names. Keys that are no hints are ignored.
     *
     * @param info such as {@code no_locks}, {@code same_size} or {@code mpi_minimum_memory_alignment}
     * @return the hints
     * @throws MpiException {@link ErrorClass#INFO_VALUE} if a hint has no such value
     */
    public static WindowHints of(Info info) {
        return NONE.with(info);
    }

    /**
     * A copy in which the hints of an info are as that says; the other ones stay.
     *
     * @param info as {@link #of} takes it
     * @return the copy
     * @throws MpiException as {@link #of}
     */
    public WindowHints with(Info info) {
        WindowHints changed = this;
        String value = info.get(NO_LOCKS).orElse(null);
        changed = value == null ? changed : changed.noLocks(isTrue(NO_LOCKS, value));
        value = info.get(SAME_SIZE).orElse(null);
        changed = value == null ? changed : changed.sameSize(isTrue(SAME_SIZE, value));
        value = info.get(SAME_UNIT).orElse(null);
        changed = value == null ? changed : changed.sameDisplacementUnit(isTrue(SAME_UNIT, value));
        value = info.get(GRANULARITY).orElse(null);
        changed = value == null ? changed : changed.accumulateGranularity(number(GRANULARITY, value));
        value = info.get(ALIGNMENT).orElse(null);
        changed = value == null ? changed : changed.minimumAlignment(number(ALIGNMENT, value));
        value = info.get(APART).orElse(null);
        changed = value == null ? changed : changed.noncontiguous(isTrue(APART, value));
        value = info.get(SHARED).orElse(null);
        changed = value == null ? changed : changed.sharedMemory(isTrue(SHARED, value));
        value = info.get(ORDERING).orElse(null);
        changed = value == null ? changed : changed.say(ORDERING, ordering(value));
        value = info.get(OPERATIONS).orElse(null);
        return value == null ? changed : changed.say(OPERATIONS, operations(value));
    }

    private static boolean isTrue(String key, String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(key, value, "true or false");
        };
    }

    private static int number(String key, String value) {
        try {
            return Math.max(0, Integer.parseInt(value.strip()));
        } catch (NumberFormatException none) {
            throw wrong(key, value, "a number");
        }
    }

    private static String ordering(String value) {
        if (!value.equals("none") && !value.matches("(rar|raw|war|waw)(,(rar|raw|war|waw))*")) {
            throw wrong(ORDERING, value, "none, or a list of rar, raw, war and waw");
        }
        return value;
    }

    private static String operations(String value) {
        if (!value.equals("same_op") && !value.equals("same_op_no_op")) {
            throw wrong(OPERATIONS, value, "same_op or same_op_no_op");
        }
        return value;
    }

    private static MpiException wrong(String key, String value, String allowed) {
        return new MpiException(ErrorClass.INFO_VALUE, key + " is \"" + value + "\", and not " + allowed);
    }

    private WindowHints say(String key, @Nullable String value) {
        return new WindowHints(value == null ? said.without(key) : said.with(key, value), unit);
    }

    private boolean isSaid(String key) {
        return said.get(key).filter("true"::equals).isPresent();
    }

    private int number(String key) {
        return said.get(key).map(Integer::valueOf).orElse(0);
    }

    /**
     * A copy with another unit of displacements for this rank's memory.
     *
     * @param bytes how long the unit is, 1 or more: whether it is right is checked when a window is made
     * @return the copy
     */
    public WindowHints displacementUnit(int bytes) {
        return new WindowHints(said, bytes);
    }

    /**
     * The unit of displacements that is asked for.
     *
     * @return the unit in bytes; nothing where it is that of the memory's type
     */
    public Optional<Integer> displacementUnit() {
        return Optional.ofNullable(unit);
    }

    /**
     * A copy that says whether nobody will lock the window ({@code no_locks}); if so, freeing it waits for nobody.
     *
     * @param isPromised whether that is promised, on all ranks alike
     * @return the copy
     */
    public WindowHints noLocks(boolean isPromised) {
        return say(NO_LOCKS, Boolean.toString(isPromised));
    }

    /**
     * Whether nobody will lock the window.
     *
     * @return false unless it is promised
     */
    public boolean noLocks() {
        return isSaid(NO_LOCKS);
    }

    /**
     * A copy that says whether the memory of all ranks is equally large ({@code same_size}); if it isn't, the window is not made.
     *
     * @param isPromised whether that is promised, by this rank for all
     * @return the copy
     */
    public WindowHints sameSize(boolean isPromised) {
        return say(SAME_SIZE, Boolean.toString(isPromised));
    }

    /**
     * Whether the memory of all ranks is equally large.
     *
     * @return false unless it is promised
     */
    public boolean sameSize() {
        return isSaid(SAME_SIZE);
    }

    /**
     * A copy that says whether the displacements of all ranks have the same unit ({@code same_disp_unit}); if they haven't, the window is not
     * made.
     *
     * @param isPromised whether that is promised, by this rank for all
     * @return the copy
     */
    public WindowHints sameDisplacementUnit(boolean isPromised) {
        return say(SAME_UNIT, Boolean.toString(isPromised));
    }

    /**
     * Whether the displacements of all ranks have the same unit.
     *
     * @return false unless it is promised
     */
    public boolean sameDisplacementUnit() {
        return isSaid(SAME_UNIT);
    }

    /**
     * A copy that asks for accumulates to be atomic in more than their elements ({@code mpi_accumulate_granularity}).
     *
     * @param bytes one that is no longer, and in one piece at its target, is applied at once; more than {@value #MOST_GRANULARITY} are taken
     *     for so many
     * @return the copy
     */
    public WindowHints accumulateGranularity(int bytes) {
        return say(GRANULARITY, Integer.toString(Math.min(Math.max(0, bytes), MOST_GRANULARITY)));
    }

    /**
     * How long accumulates are that are atomic as a whole.
     *
     * @return 0 to {@value #MOST_GRANULARITY} bytes; 0 where elements are enough
     */
    public int accumulateGranularity() {
        return number(GRANULARITY);
    }

    /**
     * A copy that asks for memory of the library to begin at multiples of a number of bytes ({@code mpi_minimum_memory_alignment}). With more than
     * 4096, {@link Windows#allocate} shares no memory; in {@link Windows#allocateShared} so many begin the memory of all, and with {@link
     * #noncontiguous} that of each rank.
     *
     * @param bytes a power of 2 up to {@value #MOST_ALIGNMENT}; other numbers are taken for the next one
     * @return the copy
     */
    public WindowHints minimumAlignment(int bytes) {
        int wanted = Math.min(Math.max(1, bytes), MOST_ALIGNMENT);
        int power = Integer.highestOneBit(wanted);
        return say(ALIGNMENT, Integer.toString(power == wanted ? power : power << 1));
    }

    /**
     * At multiples of how many bytes memory of the library begins.
     *
     * @return 64 or more
     */
    public int minimumAlignment() {
        return Math.max(64, number(ALIGNMENT));
    }

    /**
     * A copy that says whether the memory of a rank in a {@link SharedWindow} may begin elsewhere than where that of the rank before it ends ({@code
     * alloc_shared_noncontig}): at a page of its own then, which no other rank writes to. What one rank says, goes for all.
     *
     * @param isAllowed whether it may
     * @return the copy
     */
    public WindowHints noncontiguous(boolean isAllowed) {
        return say(APART, Boolean.toString(isAllowed));
    }

    /**
     * Whether the memory of ranks in a {@link SharedWindow} need not be in one piece.
     *
     * @return false unless it is said
     */
    public boolean noncontiguous() {
        return isSaid(APART);
    }

    /**
     * A copy that says whether {@link Windows#allocate} takes memory that ranks of a host have in common ({@code alloc_shm}, which MPI does not
     * name and MPICH has), where there is such: operations need nobody at the target then.
     *
     * @param isWanted whether it does so; true where nothing is said
     * @return the copy
     */
    public WindowHints sharedMemory(boolean isWanted) {
        return say(SHARED, Boolean.toString(isWanted));
    }

    /**
     * Whether {@link Windows#allocate} takes memory that ranks of a host have in common.
     *
     * @return true unless the contrary is said
     */
    public boolean sharedMemory() {
        return said.get(SHARED).filter("false"::equals).isEmpty();
    }

    /**
     * All that is said, under MPI's names; the unit of displacements is an argument there, and none of the hints.
     *
     * @return an info with a key for each hint that is given
     */
    public Info toInfo() {
        return said;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof WindowHints hints && Objects.equals(unit, hints.unit) && said.equals(hints.said);
    }

    @Override
    public int hashCode() {
        return Objects.hash(said, unit);
    }

    @Override
    public String toString() {
        return "WindowHints" + said.toMap() + (unit == null ? "" : " unit " + unit);
    }
}
