package org.reactivempi.core.partition;

import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Partitions;

/**
 * What a sender tells its receiver when they meet.
 *
 * @param lengthBytes of the whole buffer
 * @param partitions of the sender
 * @param number the first of the sender's numbers for this send, one for each partition; none of its other sends to this rank has them
 */
record Pairing(long lengthBytes, int partitions, int number) {

    /** How many numbers of 8 bytes tell it. */
    static final int WIDTH = 3;

    long[] told() {
        return new long[] {lengthBytes, partitions, number};
    }

    /** What has come from a peer, which may say anything. */
    static Pairing of(long[] told, long toldBytes) {
        long length = told[0];
        long partitions = told[1];
        long number = told[2];
        boolean isRight = toldBytes == WIDTH * (long) Long.BYTES
                && length >= 0
                && partitions >= 1
                && partitions <= Partitions.MOST_PARTITIONS
                && length % partitions == 0
                && number >= 0
                && number + partitions <= PartNumbers.END;
        if (!isRight) {
            throw new MpiException(
                    ErrorClass.OTHER,
                    "the sender says " + length + " bytes in " + partitions + " partitions, from number " + number
                            + " on");
        }
        return new Pairing(length, (int) partitions, (int) number);
    }

    /** The tag of a message that begins with a partition. */
    int tag(int partition) {
        return 2 * (number + partition);
    }

    /** The tag by which the receiver says that all is posted. They go the other way: a rank that is both ends mixes up none of them. */
    int tagBack() {
        return 2 * number + 1;
    }

    long partBytes() {
        return lengthBytes / partitions;
    }

    /** How many partitions in a row may be one message of at most so many bytes; of those without bytes, a length can't tell how many they are. */
    int longestRun(long mostBytes) {
        long bytes = partBytes();
        return bytes == 0 ? 1 : (int) Math.max(1, Math.min(partitions, mostBytes / bytes));
    }

    /** How many partitions a message has that begins with partition {@code first}; 0 where no message of them is so long. */
    int run(int first, long messageBytes) {
        long bytes = partBytes();
        if (bytes == 0) {
            return messageBytes == 0 ? 1 : 0;
        }
        return messageBytes % bytes == 0 && messageBytes <= (partitions - first) * bytes
                ? (int) (messageBytes / bytes)
                : 0;
    }
}
