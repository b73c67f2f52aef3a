package org.reactivempi;

import java.util.List;
import java.util.stream.Collectors;

/** A snapshot as JSON; written here, so that the contract needs no library for it. */
final class SnapshotJson {

    private static final int FIRST_PRINTABLE = 0x20;

    private final StringBuilder out = new StringBuilder("{");

    private SnapshotJson() {}

    static String of(Snapshot snapshot) {
        return new SnapshotJson()
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

    private static String of(Snapshot.Entry entry) {
        SnapshotJson json = new SnapshotJson().text("call", entry.call());
        json.rank("peer", entry.peer()).rank("peerInCommunicator", entry.peerInCommunicator());
        if (entry.tag() == Mpi.ANY_TAG) {
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

    private SnapshotJson entries(String name, List<Snapshot.Entry> entries) {
        return raw(name, entries.stream().map(SnapshotJson::of).collect(Collectors.joining(",", "[", "]")));
    }

    private SnapshotJson texts(String name, List<String> texts) {
        return raw(name, texts.stream().map(SnapshotJson::quoted).collect(Collectors.joining(",", "[", "]")));
    }

    private SnapshotJson text(String name, String value) {
        return raw(name, quoted(value));
    }

    private SnapshotJson rank(String name, int rank) {
        return switch (rank) {
            case Mpi.ANY_SOURCE -> text(name, "any");
            case Mpi.PROC_NULL -> this;
            default -> number(name, rank);
        };
    }

    private SnapshotJson known(String name, long value) {
        return value == Mpi.UNDEFINED ? this : number(name, value);
    }

    private SnapshotJson number(String name, long value) {
        return raw(name, Long.toString(value));
    }

    private SnapshotJson raw(String name, String json) {
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
                quoted.append(String.format("\\u%04x", (int) next));
            } else {
                quoted.append(next);
            }
        }
        return quoted.append('"').toString();
    }
}
