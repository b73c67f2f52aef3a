package org.reactivempi.transport.observe.trace;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.reactivempi.transport.observe.parts.Parts;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Puts the parts of all ranks together into one trace in Chrome's JSON format, which Perfetto reads. Each part is read twice,
 * and never held in memory.
 */
public final class Merger {

    private Merger() {}

    /** Writes a trace of what ranks have written. */
    public static void merge(List<Path> parts, Path into) throws IOException {
        List<PartReader> readers = new ArrayList<>();
        for (Path part : parts) {
            readers.add(new PartReader(part));
        }
        Overview overview = new Overview(readers);
        Clocks clocks = new Clocks(overview);
        try (OutputStream out = new BufferedOutputStream(Channels.newOutputStream(Parts.create(into)))) {
            write(readers, overview, clocks, out);
        } catch (JacksonException e) {
            // Without the place in the text: there is none.
            throw new IOException(e.getOriginalMessage(), e);
        }
    }

    private static void write(List<PartReader> parts, Overview overview, Clocks clocks, OutputStream out)
            throws IOException {
        try (JsonGenerator json = JsonFactory.builder().build().createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            json.writeStringProperty("displayTimeUnit", "ns");
            json.writeArrayPropertyStart("traceEvents");
            long start = clocks.start();
            for (PartReader part : parts) {
                new RankTrace(part, overview, clocks, start, json).write();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }
}
