package org.reactivempi.core.collective.algorithm;

/** From what lengths and numbers of ranks on another way is faster, as measured, where several operations go by the same. */
final class Limits {

    /** Up to here a tree that passes all data on is faster than one that splits it. */
    static final long SPLIT_BYTES = 64 << 10;
    /** So many ranks have more rounds to save. */
    static final int MANY = 64;
    /** So few ranks exchange short blocks directly; up to here a root is no bottleneck. */
    static final int FEW = 8;

    private Limits() {}
}
