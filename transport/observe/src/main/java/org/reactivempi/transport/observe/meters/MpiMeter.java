package org.reactivempi.transport.observe.meters;

import java.util.List;

/**
 * The meters: their names, what they mean, and what MPICH and Open MPI call the same among their performance variables
 * ({@code MPI_T}). All have the tag {@code rank}. A page of the guide shows them as a table, and a test compares it with this.
 */
public enum MpiMeter {
    /** Messages. */
    MESSAGES(
            "reactivempi.messages",
            "counter",
            "messages",
            List.of("direction", "channel", "protocol"),
            "Messages that were sent and that have come; an announced one counts when it is announced.",
            "pml_monitoring_messages_count"),
    /** Bytes. */
    BYTES(
            "reactivempi.bytes",
            "counter",
            "bytes",
            List.of("direction", "channel", "protocol"),
            "Their payload.",
            "pml_monitoring_messages_size, OMPI_SPC_BYTES_SENT_USER"),
    /** Unexpected messages. */
    UNEXPECTED(
            "reactivempi.unexpected",
            "counter",
            "messages",
            List.of(),
            "Messages that came before a receive waited for them.",
            "OMPI_SPC_UNEXPECTED"),
    /** Operations. */
    OPERATIONS(
            "reactivempi.operations",
            "counter",
            "operations",
            List.of("kind"),
            "Operations that were started, those of collective operations and streams included; those of a window's kinds from the"
                    + " first call of one on.",
            "OMPI_SPC_ISEND, OMPI_SPC_IRECV"),
    /** Latency. */
    OPERATION_DURATION(
            "reactivempi.operation.duration",
            "timer",
            "seconds",
            List.of("kind", "outcome"),
            "From the start of an operation to its end, of one operation of a kind in 50 microseconds at most; so its count is"
                    + " none of operations.",
            ""),
    /** Bytes of windows. */
    WINDOW_BYTES(
            "reactivempi.window.bytes",
            "counter",
            "bytes",
            List.of("kind"),
            "What this rank's operations have moved to and from the memory of windows, its own included, counted as they start.",
            "OMPI_SPC_BYTES_PUT, OMPI_SPC_BYTES_GET"),
    /** The posted queue. */
    POSTED_LENGTH(
            "reactivempi.posted.recvq.length",
            "gauge",
            "receives",
            List.of(),
            "Receives that wait for their message.",
            "posted_recvq_length, pml_ob1_posted_recvq_length"),
    /** The unexpected queue. */
    UNEXPECTED_LENGTH(
            "reactivempi.unexpected.recvq.length",
            "gauge",
            "messages",
            List.of(),
            "Messages that wait for their receive.",
            "unexpected_recvq_length, pml_ob1_unexpected_msgq_length"),
    /** Its bytes. */
    UNEXPECTED_BYTES(
            "reactivempi.unexpected.recvq.bytes",
            "gauge",
            "bytes",
            List.of(),
            "Their payload; that of announced ones is still at the sender.",
            "unexpected_recvq_buffer_size"),
    /** Looks at the posted queue. */
    POSTED_ATTEMPTS(
            "reactivempi.posted.recvq.match.attempts",
            "counter",
            "attempts",
            List.of(),
            "In how many chains of the posted queue messages that came have looked: 1 each, or 4 while a receive with a"
                    + " wildcard waits, whatever the queue's length.",
            "posted_recvq_match_attempts"),
    /** Looks at the unexpected queue. */
    UNEXPECTED_ATTEMPTS(
            "reactivempi.unexpected.recvq.match.attempts",
            "counter",
            "attempts",
            List.of(),
            "How often receives and probes have looked into an unexpected queue that was not empty.",
            "unexpected_recvq_match_attempts"),
    /** Stalls. */
    STALLS(
            "reactivempi.credit.stalls",
            "timer",
            "seconds",
            List.of(),
            "How often, and for how long in all, peers took no more eager messages, so that short ones were announced.",
            ""),
    /** Reconnects. */
    RECONNECTS(
            "reactivempi.reconnects",
            "counter",
            "connections",
            List.of(),
            "Connections that took the place of one that had broken.",
            ""),
    /** Waits of collective operations. */
    COLLECTIVE_WAIT(
            "reactivempi.collective.wait",
            "timer",
            "seconds",
            List.of("op"),
            "Collective operations that have ended, and for how long each has waited for the last rank.",
            ""),
    /** Answers that nobody waited for. */
    ANSWERS_DROPPED(
            "reactivempi.answers.dropped",
            "counter",
            "answers",
            List.of(),
            "Answers to questions that had timed out or were cancelled, dropped where they came.",
            ""),
    /** Questions and answers that could not be taken. */
    ASKS_REFUSED(
            "reactivempi.asks.refused",
            "counter",
            "questions",
            List.of("reason"),
            "Questions that failed where one side could not take what the other had sent: at the handler's rank for the question,"
                    + " at the asker's for the answer; too long for the codec, or not readable by it.",
            ""),
    /** Messages that could not be read. */
    MALFORMED(
            "reactivempi.messages.malformed",
            "counter",
            "messages",
            List.of(),
            "Messages that the library could not read, dropped where they came: questions without a number, announcements of streams"
                    + " that name no stream. The log names the sender of the first.",
            ""),
    /** Refused connections. */
    REFUSED(
            "reactivempi.connections.refused",
            "counter",
            "connections",
            List.of("reason"),
            "Connections that were refused: failed authentications, and strangers of all kinds.",
            "");

    private final String meterName;
    private final String type;
    private final String unit;
    private final List<String> tags;
    private final String description;
    private final String peers;

    MpiMeter(String meterName, String type, String unit, List<String> tags, String description, String peers) {
        this.meterName = meterName;
        this.type = type;
        this.unit = unit;
        this.tags = tags;
        this.description = description;
        this.peers = peers;
    }

    /** Its name in the registry. */
    public String meterName() {
        return meterName;
    }

    /** Counter, gauge or timer. */
    public String type() {
        return type;
    }

    /** What it counts in. */
    public String unit() {
        return unit;
    }

    /** The tags that it has besides {@code rank}. */
    public List<String> tags() {
        return tags;
    }

    /** What it says. */
    public String description() {
        return description;
    }

    /** What the like is called elsewhere, or nothing. */
    public String peers() {
        return peers;
    }
}
