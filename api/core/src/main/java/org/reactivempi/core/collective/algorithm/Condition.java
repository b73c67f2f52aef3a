package org.reactivempi.core.collective.algorithm;

/** What an algorithm needs to be able to do a task. */
public enum Condition {
    /** The number of ranks is a power of two. */
    POWER_OF_TWO,
    /** All blocks are equally long, so that each rank knows the length of all. */
    EQUAL_BLOCKS,
    /** Operands may change places. */
    COMMUTATIVE,
    /** They may, or rank 0 is the root. */
    COMMUTATIVE_OR_ROOT_0,
    /** There are several hosts, and several ranks on one of them. */
    HOSTS,
    /** There are, and each host has a row of ranks. */
    ROWS,
    /** There are, and operands may change places, or each host has a row of ranks. */
    COMMUTATIVE_OR_ROWS;

    /** Whether a task has it; the same on all ranks. */
    boolean isMet(Task task) {
        return switch (this) {
            case POWER_OF_TWO -> task.isOfPower();
            case EQUAL_BLOCKS -> task.isEven();
            case COMMUTATIVE -> task.commutative();
            case COMMUTATIVE_OR_ROOT_0 -> task.commutative() || task.root() == 0;
            case HOSTS -> task.hosts().matter();
            case ROWS -> task.hosts().matter() && task.hosts().areRows();
            case COMMUTATIVE_OR_ROWS ->
                task.hosts().matter() && (task.commutative() || task.hosts().areRows());
        };
    }
}
