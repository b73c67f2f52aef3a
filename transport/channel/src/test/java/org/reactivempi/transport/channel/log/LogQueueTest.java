package org.reactivempi.transport.channel.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A queue whose writer is at times stuck. */
class LogQueueTest {

    private static final long LONGEST_SECONDS = 120;
    private static final Pattern MORE = Pattern.compile(", and (\\d+) more in the last ((\\d+ )?seconds?)");

    private final List<String> written = Collections.synchronizedList(new ArrayList<>());
    private final LogQueue queue = new LogQueue("log-queue-test", written::add);
    private final CountDownLatch stuck = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);

    @AfterEach
    void end() {
        goesOn.countDown();
        queue.close();
    }

    /** The writer stands in the first line. */
    private void getStuck() throws InterruptedException {
        queue.put(
                line -> {
                    stuck.countDown();
                    await(goesOn);
                    written.add(line);
                },
                null,
                "stuck");
        assertThat(stuck.await(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The queue waits for half a second, which may be too short on a busy machine. */
    private void close(int lines) {
        queue.close();
        long start = System.nanoTime();
        while (written.size() < lines && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(LONGEST_SECONDS)) {
            Thread.onSpinWait();
        }
    }

    private static int count(String line) {
        Matcher more = MORE.matcher(line);
        return 1 + (more.find() ? Integer.parseInt(more.group(1)) : 0);
    }

    @Test
    @DisplayName("lines are written in the order in which they were put, by another thread")
    void order() {
        List<Thread> writers = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 500; i++) {
            queue.put(
                    line -> {
                        written.add(line);
                        writers.add(Thread.currentThread());
                    },
                    i,
                    "line {} of {}",
                    i,
                    500);
        }
        close(500);
        assertThat(written)
                .isEqualTo(IntStream.range(0, 500)
                        .mapToObj(i -> "line " + i + " of 500")
                        .toList());
        assertThat(writers).doesNotContain(Thread.currentThread());
    }

    @Test
    @DisplayName("where there is no thread to be had, lines are written by the thread that puts them")
    void noThread() {
        LogQueue alone = new LogQueue("log-queue-alone", written::add, lines -> new Thread(lines) {
            @Override
            public synchronized void start() {
                throw new OutOfMemoryError("unable to create native thread");
            }
        });
        alone.put(written::add, 1, "first");
        alone.put(written::add, 2, "second");
        assertThat(written).containsExactly("first", "second");
        alone.close();
    }

    @Test
    @DisplayName("of a kind there is one line in a second, with the number of those that are left out")
    void oneInASecond() {
        long start = System.nanoTime();
        for (int i = 0; i < 5000; i++) {
            queue.put(written::add, null, "stranger {}", i);
        }
        close(2);
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        assertThat(written).hasSizeLessThanOrEqualTo(3 + (int) seconds);
        assertThat(written.get(0)).isEqualTo("stranger 0");
        assertThat(written.get(1)).matches("stranger 1, and \\d+ more in the last (\\d+ )?seconds?");
        assertThat(written.stream().mapToInt(LogQueueTest::count).sum()).isEqualTo(5000);
    }

    @Test
    @DisplayName("the number comes when the second is over, also if nothing else does")
    void numberComesByItself() throws InterruptedException {
        CountDownLatch two = new CountDownLatch(2);
        for (int i = 0; i < 3; i++) {
            queue.put(
                    line -> {
                        written.add(line);
                        two.countDown();
                    },
                    null,
                    "stranger");
        }
        assertThat(two.await(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(written).hasSize(2).startsWith("stranger");
        // A slow machine makes it more than one.
        assertThat(written.get(1)).matches("stranger, and 1 more in the last (\\d+ )?seconds?");
    }

    @Test
    @DisplayName(
            "where the writer is stuck nobody waits; the lines that there is no room for are counted in their place")
    void dropped() throws InterruptedException {
        getStuck();
        for (int i = 0; i < LogQueue.MOST_LINES + 200; i++) {
            queue.put(written::add, i, "line {}", i);
        }
        goesOn.countDown();
        close(LogQueue.MOST_LINES + 1);
        // The stuck line has its place until it has been written.
        int kept = LogQueue.MOST_LINES - 1;
        String missing = " lines of the log are missing here: they came faster than they could be written";
        assertThat(written)
                .hasSize(2 + kept)
                .startsWith("stuck", "line 0", "line 1")
                .endsWith("line " + (kept - 1), 201 + missing);
        queue.put(written::add, "later", "later");
        assertThat(written).endsWith("later");
    }

    @Test
    @DisplayName("a log that is stuck when the rank ends holds it up for half a second, not for ever")
    void stuckAtTheEnd() throws InterruptedException {
        getStuck();
        queue.put(written::add, null, "behind");
        queue.close();
        queue.put(written::add, null, "after the end");
        assertThat(written).isEmpty();
    }

    @Test
    @DisplayName("lines of more kinds than are remembered are all written")
    void manyKinds() {
        int kinds = 3 * LogQueue.MOST_KINDS;
        for (int i = 0; i < kinds; i++) {
            queue.put(written::add, i, "kind");
        }
        close(kinds);
        assertThat(written).hasSize(kinds);
    }

    @Test
    @DisplayName("an argument that looks like a place for one is text; arguments too few or too many do no harm")
    void text() {
        assertThat(LogLines.text("{} and {}", "{}", 2)).isEqualTo("{} and 2");
        assertThat(LogLines.text("{} and {}", "one")).isEqualTo("one and {}");
        assertThat(LogLines.text("{}", "one", "two")).isEqualTo("one");
        assertThat(LogLines.text("{}", (Object) null)).isEqualTo("null");
    }
}
