package org.reactivempi.conformance.port;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What some processes have done with names at the same time, each of them one call after the other, and what they were told. It is right where
 * one that keeps the names, and does all calls one after the other, each between its begin and its end, would have told the same.
 *
 * <p>Names don't depend on each other: each is looked at by itself.
 */
final class NameHistory {

    static final String DONE = "done";
    static final String NONE = "none";

    /** What may be done with a name. */
    enum Step {
        PUBLISH,
        UNPUBLISH,
        LOOKUP
    }

    /** A call that has ended; {@code port} is what is published, {@code told} as {@link Entry#tells} has it. */
    private record Call(Step step, String name, String port, long begin, long end, String told) {}

    /** Who has a name, and for which port; nobody where there is none. */
    private record Entry(int process, String port) {

        static String tells(@Nullable Entry known, int process, Step step) {
            return switch (step) {
                case PUBLISH -> known == null ? DONE : of(known.process);
                case UNPUBLISH -> known == null ? NONE : known.process == process ? DONE : of(known.process);
                case LOOKUP -> known == null ? NONE : known.port;
            };
        }

        static @Nullable Entry next(@Nullable Entry known, int process, Call call) {
            return switch (call.step) {
                case PUBLISH -> known == null ? new Entry(process, call.port) : known;
                case UNPUBLISH -> known != null && known.process == process ? null : known;
                case LOOKUP -> known;
            };
        }
    }

    /** How many calls of each process are done, and what was published then. */
    private record Point(List<Integer> done, @Nullable Entry known) {}

    private final AtomicLong clock = new AtomicLong();
    private final List<List<Call>> calls;

    NameHistory(int processes) {
        this.calls = IntStream.range(0, processes)
                .<List<Call>>mapToObj(process -> new ArrayList<>())
                .toList();
    }

    /** What says that a process has the name. */
    static String of(int process) {
        return "of process " + process;
    }

    /** Does a call, and writes down what it was told; each process by one thread. */
    String called(int process, Step step, String name, String port, Supplier<String> call) {
        long begin = clock.incrementAndGet();
        String told = call.get();
        calls.get(process).add(new Call(step, name, port, begin, clock.incrementAndGet(), told));
        return told;
    }

    /** Fails where no order of the calls explains what was told; when all have ended. */
    void check() {
        Set<String> names = new TreeSet<>();
        calls.forEach(all -> all.forEach(call -> names.add(call.name)));
        for (String name : names) {
            check(
                    name,
                    calls.stream()
                            .map(all -> all.stream()
                                    .filter(call -> call.name.equals(name))
                                    .toList())
                            .toList());
        }
    }

    /** Looks at all points that right orders lead through, each once. */
    private static void check(String name, List<List<Call>> calls) {
        Point first = new Point(Collections.nCopies(calls.size(), 0), null);
        Set<Point> seen = new HashSet<>(Set.of(first));
        Deque<Point> open = new ArrayDeque<>(seen);
        int all = calls.stream().mapToInt(List::size).sum();
        int most = 0;
        Point farthest = first;
        while (!open.isEmpty()) {
            Point point = open.pop();
            int done = point.done.stream().mapToInt(Integer::intValue).sum();
            if (done == all) {
                return;
            }
            if (done > most) {
                most = done;
                farthest = point;
            }
            next(point, calls).stream().filter(seen::add).forEach(open::push);
        }
        throw new AssertionError("nobody would have told this of \"" + name + "\" after " + farthest + ":\n"
                + rest(farthest.done, calls));
    }

    /** Where each call leads that may be the next one: none of the others has ended before it began. */
    private static List<Point> next(Point point, List<List<Call>> calls) {
        long firstEnd = Long.MAX_VALUE;
        for (int process = 0; process < calls.size(); process++) {
            int done = point.done.get(process);
            if (done < calls.get(process).size()) {
                firstEnd = Math.min(firstEnd, calls.get(process).get(done).end);
            }
        }
        List<Point> points = new ArrayList<>();
        for (int process = 0; process < calls.size(); process++) {
            int done = point.done.get(process);
            if (done == calls.get(process).size()) {
                continue;
            }
            Call call = calls.get(process).get(done);
            if (call.begin < firstEnd && call.told.equals(Entry.tells(point.known, process, call.step))) {
                Integer[] then = point.done.toArray(Integer[]::new);
                then[process]++;
                points.add(new Point(List.of(then), Entry.next(point.known, process, call)));
            }
        }
        return points;
    }

    private static String rest(List<Integer> done, List<List<Call>> calls) {
        int few = 4;
        String[] lines = new String[calls.size()];
        Arrays.setAll(
                lines,
                process -> "process " + process + ": "
                        + calls.get(process).stream()
                                .skip(done.get(process))
                                .limit(few)
                                .toList());
        return String.join("\n", lines);
    }
}
