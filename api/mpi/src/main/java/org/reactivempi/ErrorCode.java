package org.reactivempi;

import org.jspecify.annotations.Nullable;

/**
 * What kind of error an {@link MpiException} is, more closely than its {@link ErrorClass} says: one of the classes, or a class or a code that a
 * program has {@linkplain ErrorCodes added}. Equal only to itself.
 *
 * @see ErrorCodes
 * @see MpiException#code
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.9.5">MPI-4.1, 9.5</a>
 * @since 0.1
 */
public final class ErrorCode {

    private final int number;
    private final ErrorClass errorClass;
    /** The class that it is a code of; null for a class. */
    private final @Nullable ErrorCode parent;

    /** {@code parent} is null for a class. */
    ErrorCode(int number, ErrorClass errorClass, @Nullable ErrorCode parent) {
        this.number = number;
        this.errorClass = errorClass;
        this.parent = parent;
    }

    /**
     * Its number, for programs that print or exchange numbers. Those of the {@linkplain ErrorClass#number() predefined classes} are below {@link
     * ErrorCodes#FIRST_ADDED}, those of a program from there on, in the order in which they were added; none is used again in its session.
     *
     * @return 1 or more; 0 would be no error
     */
    public int number() {
        return number;
    }

    /**
     * The predefined class that it belongs to.
     *
     * @return {@link ErrorClass#OTHER} for a class of a program, and for the codes of that
     */
    public ErrorClass errorClass() {
        return errorClass;
    }

    /**
     * The class that it belongs to ({@code MPI_Error_class}).
     *
     * @return this one, if it is a class
     */
    public ErrorCode classCode() {
        return parent == null ? this : parent;
    }

    /**
     * Whether it is a class, and no code of one.
     *
     * @return true for the predefined ones, and those of {@link ErrorCodes#addClass}
     */
    public boolean isClass() {
        return parent == null;
    }

    /**
     * Whether an error with this code is one of a class.
     *
     * @param some a class, or a code, which only itself is of
     * @return true also for a class and itself
     */
    public boolean isOf(ErrorCode some) {
        return this == some || classCode() == some;
    }

    /**
     * The code in short.
     *
     * @return such as {@code RANK}, or {@code 1025 (class 1024)}
     */
    @Override
    public String toString() {
        if (number < ErrorCodes.FIRST_ADDED) {
            return errorClass.name();
        }
        return parent == null ? Integer.toString(number) : number + " (class " + parent + ")";
    }
}
