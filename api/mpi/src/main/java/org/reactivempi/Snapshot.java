package org.reactivempi;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a rank waits for at one moment: operations that have started and not ended, and messages that nobody has received.
 *
 * <p>{@link #text()} is for people, {@link #json()} for programs.
 *
 * @param rank this rank in the world
 * @param size how many ranks the world has
 * @param takenAt when
 * @param receives receives that wait for a message, or are getting one
 * @param probes probes that wait for a message
 * @param unexpected messages that wait for their receive
 * @param sends sends that wait for room, or for their receiver
 * @param others operations of many messages, such as a barrier or a stream, and of none
 * @param threads where threads of the program wait, as far as that is known; a line each
 * @since 0.1
 */
public record Snapshot(
        int rank,
        int size,
        Instant takenAt,
        List<Entry> receives,
        List<Entry> probes,
        List<Entry> unexpected,
        List<Entry> sends,
        List<Entry> others,
        List<String> threads) {

    /**
     * One operation or message.
     *
     * @param call in words, such as {@code irecv(source 1, tag 7, world)}; ranks that are others in the world, as in
     *     {@code irecv(source 0 (2 in world), tag 7, world.split(color 1) as rank 1)}, say so
     * @param peer the other rank in the world, {@link Mpi#ANY_SOURCE}, or {@link Mpi#PROC_NULL} where there is none
     * @param peerInCommunicator the same rank in the communicator
     * @param tag the tag, {@link Mpi#ANY_TAG}, or {@link Mpi#UNDEFINED} where there is none
     * @param communicator its number, 0 for the world, or {@link Mpi#UNDEFINED} where there is none
     * @param communicatorName what people know it by: {@code world}, the name given by {@link Communicator#setName} in
     *     quotes, or how it was made; empty where there is none, or where this rank has not got it yet
     * @param lengthBytes how long the message is, or {@link Mpi#UNDEFINED} where that is not known
     * @param age for how long it has been waiting, at least; as precise as a third of the setting {@code stall-after}
     * @param state how far it has come: {@code POSTED}, {@code RECEIVING}, {@code HERE}, {@code ARRIVING}, {@code ANNOUNCED}
     *     (waits to be cleared to send), {@code EAGER} (sent whole, waits for its match), {@code CONNECTING},
     *     {@code SENDING}, {@code UNMATCHED} (to this rank itself, or a question that no handler has taken), {@code TAKEN} (a
     *     question that a handler has), {@code RUNNING}
     * @param part whether it is a message of an operation among {@link Snapshot#others}
     * @param site where it was called, where {@code Hooks.onOperatorDebug()} or a {@code checkpoint} gives that
     * @param nearMisses messages that a receive would get if one thing were different, in words
     * @since 0.1
     */
    public record Entry(
            String call,
            int peer,
            int peerInCommunicator,
            int tag,
            int communicator,
            String communicatorName,
            long lengthBytes,
            Duration age,
            String state,
            boolean part,
            Optional<String> site,
            List<String> nearMisses) {}

    /**
     * Whether nothing waits.
     *
     * @return true if no operation runs and no message is left
     */
    public boolean isEmpty() {
        return receives.isEmpty() && probes.isEmpty() && unexpected.isEmpty() && sends.isEmpty() && others.isEmpty();
    }

    /**
     * All of it for people.
     *
     * @return several lines, without an end of the last one
     */
    public String text() {
        return new Text(this).toString();
    }

    /**
     * All of it as a JSON object, with the names of the components; ages in milliseconds, absent values left out.
     *
     * @return one line
     */
    public String json() {
        return Json.of(this);
    }

    /** A snapshot for people: what there is by kind, a line each, and indented ones for what is known of it. */
    private static final class Text {

        private final StringBuilder text = new StringBuilder();

        Text(Snapshot snapshot) {
            text.append("rank ").append(snapshot.rank()).append(" of ").append(snapshot.size());
            text.append(" at ").append(snapshot.takenAt());
            if (snapshot.isEmpty()) {
                line("nothing waits");
            }
            add("receives", snapshot.receives());
            add("probes", snapshot.probes());
            add("sends", snapshot.sends());
            add("other operations", snapshot.others());
            add("unexpected messages", snapshot.unexpected());
            snapshot.threads().forEach(this::line);
        }

        private void add(String title, List<Entry> entries) {
            if (!entries.isEmpty()) {
                line(title + ":");
            }
            for (Entry entry : entries) {
                line("  " + entry.call() + ", " + entry.state() + age(entry.age()) + (entry.part() ? ", a part" : ""));
                entry.site().ifPresent(site -> line("    called at " + site));
                entry.nearMisses().forEach(miss -> line("    " + miss));
            }
        }

        private static String age(Duration age) {
            return age.isZero() ? "" : String.format(Locale.ROOT, ", for %.1f s", age.toMillis() / 1000.0);
        }

        private void line(String line) {
            text.append("\n  ").append(line);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }

    /** A snapshot as JSON; written here, so that the contract needs no library for it. */
    private static final class Json {

        private static final int FIRST_PRINTABLE = 0x20;

        private final StringBuilder out = new StringBuilder("{");

        private Json() {}

        static String of(Snapshot snapshot) {
            return new Json()
                    .number("rank", snapshot.rank())
                    .number("size", snapshot.size())
                    .text("takenAt", snapshot.takenAt().toString())
                    .entries("receives", snapshot.receives())
                    .entries("probes", snapshot.probes())
                    .entries("unexpected", snapshot.unexpected())
                    .entries("sends", snapshot.sends())
                    .entries("others", snapshot.others())
                    .texts("threads", snapshot.threads())
                    .end();
        }

        private static String of(Entry entry) {
            Json json = new Json().text("call", entry.call());
            json.rank("peer", entry.peer()).rank("peerInCommunicator", entry.peerInCommunicator());
            if (entry.tag() == Constants.ANY_TAG) {
                json.text("tag", "any");
            } else {
                json.known("tag", entry.tag());
            }
            json.known("communicator", entry.communicator());
            if (!entry.communicatorName().isEmpty()) {
                json.text("communicatorName", entry.communicatorName());
            }
            json.known("lengthBytes", entry.lengthBytes());
            json.number("ageMillis", entry.age().toMillis()).text("state", entry.state());
            json.raw("part", String.valueOf(entry.part()));
            entry.site().ifPresent(site -> json.text("site", site));
            return json.texts("nearMisses", entry.nearMisses()).end();
        }

        private Json entries(String name, List<Entry> entries) {
            return raw(name, entries.stream().map(Json::of).collect(Collectors.joining(",", "[", "]")));
        }

        private Json texts(String name, List<String> texts) {
            return raw(name, texts.stream().map(Json::quoted).collect(Collectors.joining(",", "[", "]")));
        }

        private Json text(String name, String value) {
            return raw(name, quoted(value));
        }

        private Json rank(String name, int rank) {
            return switch (rank) {
                case Constants.ANY_SOURCE -> text(name, "any");
                case Constants.PROC_NULL -> this;
                default -> number(name, rank);
            };
        }

        private Json known(String name, long value) {
            return value == Constants.UNDEFINED ? this : number(name, value);
        }

        private Json number(String name, long value) {
            return raw(name, Long.toString(value));
        }

        private Json raw(String name, String json) {
            if (out.length() > 1) {
                out.append(',');
            }
            out.append(quoted(name)).append(':').append(json);
            return this;
        }

        private String end() {
            return out.append('}').toString();
        }

        static String quoted(String text) {
            StringBuilder quoted = new StringBuilder("\"");
            for (int i = 0; i < text.length(); i++) {
                char next = text.charAt(i);
                if (next == '"' || next == '\\') {
                    quoted.append('\\').append(next);
                } else if (next < FIRST_PRINTABLE || Character.isSurrogate(next)) {
                    quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) next));
                } else {
                    quoted.append(next);
                }
            }
            return quoted.append('"').toString();
        }
    }
}
