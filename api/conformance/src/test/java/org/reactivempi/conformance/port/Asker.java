package org.reactivempi.conformance.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.port.Jobs.port;
import static org.reactivempi.conformance.port.Names.assertNone;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Port;
import org.reactivempi.Ports;
import org.reactivempi.conformance.Traffic;
import org.reactivempi.conformance.port.NameHistory.Step;
import org.reactivempi.testkit.Ranks;

/**
 * One that asks for names, and what several of them do at random.
 *
 * @param open what it publishes
 * @param inWords as those are told of it that want a name which it has
 */
record Asker(Ports ports, List<Port> open, String inWords) {

    /** All ranks of a job; {@code far} is whether who keeps the names is of another one. */
    static List<Asker> of(Ranks job, boolean far) {
        return IntStream.range(0, job.size())
                .mapToObj(rank -> {
                    List<Port> open = List.of(port(job, rank), port(job, rank));
                    return new Asker(Names.ports(job, rank), open, far ? Names.inWords(open.get(0)) : "rank " + rank);
                })
                .toList();
    }

    /** Does calls at random; at the end nothing is published. */
    static void assertAgrees(List<Asker> askers, int calls, long seed) {
        List<String> names = List.of("red", "green", "blue");
        NameHistory history = new NameHistory(askers.size());
        List<Set<String>> own =
                askers.stream().<Set<String>>map(asker -> new HashSet<>()).toList();
        Traffic.onThreads(askers.size(), process -> {
            Random random = new Random(seed * 31 + process);
            for (int call = 0; call < calls; call++) {
                String name = names.get(random.nextInt(names.size()));
                Step step = Step.values()[random.nextInt(3)];
                Port port = askers.get(process).open.get(random.nextInt(2));
                String told =
                        history.called(process, step, name, port.name(), () -> told(askers, process, step, name, port));
                if (told.equals(NameHistory.DONE)) {
                    assertThat(
                                    step == Step.PUBLISH
                                            ? own.get(process).add(name)
                                            : own.get(process).remove(name))
                            .as("%s of %s by process %s", step, name, process)
                            .isTrue();
                }
            }
        });
        history.check();
        Traffic.onThreads(
                askers.size(),
                process -> own.get(process)
                        .forEach(name ->
                                askers.get(process).ports.unpublish(name).block(TIMEOUT)));
        askers.forEach(asker -> names.forEach(name -> assertNone(asker.ports, name)));
    }

    /** What a call says in the words of the history. */
    private static String told(List<Asker> askers, int process, Step step, String name, Port port) {
        Ports asked = askers.get(process).ports;
        try {
            return switch (step) {
                case PUBLISH -> {
                    asked.publish(name, port).block(TIMEOUT);
                    yield NameHistory.DONE;
                }
                case UNPUBLISH -> {
                    asked.unpublish(name).block(TIMEOUT);
                    yield NameHistory.DONE;
                }
                case LOOKUP -> asked.lookup(name).blockOptional(TIMEOUT).orElseThrow();
            };
        } catch (MpiException no) {
            assertThat(no.errorClass()).isEqualTo(step == Step.LOOKUP ? ErrorClass.NAME : ErrorClass.SERVICE);
            String why = String.valueOf(no.getMessage());
            return step == Step.LOOKUP || why.contains("is not published")
                    ? NameHistory.NONE
                    : IntStream.range(0, askers.size())
                            .filter(other -> why.contains("by " + askers.get(other).inWords))
                            .mapToObj(NameHistory::of)
                            .findFirst()
                            .orElseThrow(() -> new AssertionError("it does not say who has it: " + why));
        }
    }
}
