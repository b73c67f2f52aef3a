package org.reactivempi.transport.launcher.output;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.reactivempi.transport.bootstrap.RankThreadGroup;

/** {@code System.out} or {@code System.err} of a JVM with many ranks: keeps the lines of each apart. Any thread. */
public final class RankOutputs extends OutputStream {

    private final List<RankLines> ranks = new ArrayList<>();
    private final RankLines nobody;

    public RankOutputs(int size, IntFunction<SharedOutput> ofRank, SharedOutput ofNobody) {
        for (int rank = 0; rank < size; rank++) {
            ranks.add(new RankLines(rank, ofRank.apply(rank)));
        }
        nobody = new RankLines(SharedOutput.NOBODY, ofNobody);
    }

    /** A stream whose writes land here. They do so on the printing thread, which tells whose they are. */
    public PrintStream printStream(String encodingProperty) {
        String name = System.getProperty(encodingProperty, System.getProperty("sun." + encodingProperty));
        return new PrintStream(this, true, name == null ? Charset.defaultCharset() : Charset.forName(name));
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        RankThreadGroup.of(Thread.currentThread())
                .map(group -> ranks.get(group.bootstrap().place().rank()))
                .orElse(nobody)
                .write(bytes, offset, count);
    }

    /** Passes on last lines without an end. */
    public void end() {
        ranks.forEach(RankLines::end);
        nobody.end();
    }
}
