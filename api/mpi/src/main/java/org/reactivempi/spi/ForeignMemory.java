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
 * <p>Before that, an operation asks for {@link #lengthBytes} and {@link #refusal}, for {@link #pieces} if it sees other elements than bytes
 * in it, and calls {@link #retain}. What these throw is treated as a wrong argument: the operation fails on this rank alone, before it has
 * begun, and no other rank hears of it. The others of a collective operation wait until this rank takes part, and a report of what stalls
 * says that it is not heard from.
 *
 * @since 0.1
 */
public interface ForeignMemory {

    /**
     * How much there is. Asked once for a buffer, when its first operation is subscribed at the latest.
     *
     * @return length in bytes, always the same
     * @throws RuntimeException if that can't be said, which fails the operation with {@link org.reactivempi.ErrorClass#CONVERSION} before
     *     it has begun
     */
    long lengthBytes();

    /**
     * Views of all its bytes, one after the other. Only asked for memory that is not {@linkplain #refusal refused}, and once for a
     * buffer. What it throws fails the operation with {@link org.reactivempi.ErrorClass#CONVERSION}.
     *
     * @return one or more, with as many bytes in all as {@link #lengthBytes}, each from its position to its limit, all of one order
     */
    List<ByteBuffer> pieces();

    /**
     * Why it can't be used now. Asked when an operation is subscribed.
     *
     * @param forReceive whether it is to be written
     * @return a sentence without a full stop, that names what was given, which fails the operation with
     *     {@link org.reactivempi.ErrorClass#BUFFER} before it has begun; null if it can be used
     * @throws RuntimeException for any other reason, which fails the operation with {@link org.reactivempi.ErrorClass#CONVERSION} before
     *     it has begun
     */
    @Nullable
    String refusal(boolean forReceive);

    /**
     * An operation begins to use it, on the thread that requests the operation; without effect unless overridden.
     *
     * @throws RuntimeException if it can't be used any more, which fails the operation with {@link org.reactivempi.ErrorClass#BUFFER}
     *     before it has begun
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
