package org.reactivempi;

import java.nio.ByteBuffer;

/** Moves one component of many records, or makes many records. */
interface RecordMover {

    /** Puts a component of the first records into a payload, from {@code at} on, {@code stride} bytes apart. */
    void put(Object[] records, int count, ByteBuffer payload, int at, int stride);

    /** Makes records of a payload that begins at {@code at}, {@code stride} bytes apart. */
    void get(Object[] records, int count, ByteBuffer payload, int at, int stride);
}
