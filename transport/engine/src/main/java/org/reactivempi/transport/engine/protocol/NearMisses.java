package org.reactivempi.transport.engine.protocol;

import java.util.List;
import java.util.stream.Collectors;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.ContextId.Purpose;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.match.Unexpected;

/**
 * What a receive that has failed has just missed: messages that wait here, and that it would have got if only one thing were
 * different. A few looks into the queues, however many messages wait.
 */
final class NearMisses {

    private static final int MOST = 3;

    private final MatchQueues queues;

    NearMisses(MatchQueues queues) {
        this.queues = queues;
    }

    /**
     * In words, such as {@code tag 1, 4 bytes}; empty if there are none.
     *
     * @param context in which the receive has asked
     * @param source for whom, or any
     * @param tag for what, or any
     */
    String of(int context, int source, int tag) {
        String found = inWords(queues.peek(context, source, Posted.ANY, MOST), source == Posted.ANY);
        if (found.isEmpty()) {
            found = inWords(queues.peek(context, Posted.ANY, tag, MOST), true);
        }
        return found.isEmpty() ? ofOtherKind(context, source, tag) : found;
    }

    private static String inWords(List<Unexpected> messages, boolean withSource) {
        return messages.stream()
                .map(message -> (withSource ? "from rank " + message.source() + ", " : "") + "tag " + message.tag()
                        + ", " + message.lengthBytes() + " bytes")
                .distinct()
                .collect(Collectors.joining("; "));
    }

    /** A message never meets the receiver of a stream, nor a stream a receive. */
    private String ofOtherKind(int context, int source, int tag) {
        int communicator = ContextId.communicator(context);
        return switch (ContextId.purpose(context)) {
            case MESSAGES ->
                queues.peek(ContextId.of(communicator, Purpose.STREAM_ANNOUNCEMENTS), source, tag, 1).stream()
                        .map(stream -> "a stream from rank " + stream.source() + " with tag " + stream.tag()
                                + ", where a message is expected")
                        .findFirst()
                        .orElse("");
            case STREAM_ANNOUNCEMENTS ->
                queues.peek(ContextId.of(communicator, Purpose.MESSAGES), source, tag, 1).stream()
                        .map(message -> "a message from rank " + message.source() + " with tag " + message.tag() + ", "
                                + message.lengthBytes() + " bytes, where a stream is expected")
                        .findFirst()
                        .orElse("");
            case COLLECTIVE,
                    STREAM_ELEMENTS,
                    QUESTIONS,
                    ANSWERS,
                    CREATION,
                    RECORDS,
                    LEADERS,
                    PARTITIONED,
                    PARTS,
                    TEXTS,
                    FORGOTTEN -> "";
        };
    }
}
