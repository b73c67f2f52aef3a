package org.reactivempi.spi;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Memory that belongs to another library, from which a buffer can be made: {@code ForeignBuffer.of(memory)}. An operation with such a
 * buffer calls {@link #retain} when it is requested, and {@link #release} when it has ended in any way.
 *
 * <p>Any thread may call its methods, and several operations may use it at the same time. Whatever one of them throws while a message is
 * copied fails that message, on both of its ranks, with {@link org.reactivempi.ErrorClass#CONVERSION}, and nothing else.
 *
 * @since 0.1
 */
public interface ForeignMemory {

    /**
     * How much there is.
     *
     * @return length in bytes, always the same
     */
    long lengthBytes();

    /**
     * Views of all its bytes, one behind the other. Only asked for memory that is not {@linkplain #refusal refused}, and once for a
     * buffer.
     *
     * @return one or more, with as many bytes in all as {@link #lengthBytes}, each from its position to its limit, all of one order
     */
    List<ByteBuffer> pieces();

    /**
     * Why it can't be used now. Asked when an operation is subscribed.
     *
     * @param forReceive whether it is to be written
     * @return a sentence without a full stop, that names what was given; null if it can be used
     */
    @Nullable
    String refusal(boolean forReceive);

    /**
     * An operation begins to use it, on the thread that requests the operation; without effect unless overridden.
     *
     * @throws RuntimeException if it can't be used any more, which fails the operation
     */
    default void retain() {}

    /**
     * An operation that has retained it has ended; without effect unless overridden.
     *
     * @throws RuntimeException if it has been given up before, which fails the operation
     */
    default void release() {}

    /**
     * What a program has done to it since {@link #pieces} was called, so that those views are not its memory any more. Asked on a
     * progress thread, which may be that of the receiving rank where that is in this JVM, before an operation reads or writes a part, and
     * when it has ended, which then fails.
     *
     * @return a sentence without a full stop; null where nothing has happened, as unless overridden
     */
    default @Nullable String change() {
        return null;
    }
}
