package org.reactivempi.transport.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.sim.Choice.Kind;
import org.reactivempi.transport.sim.Decision.Late;

/** What a run was asked to decide, and what it has decided, in order. */
final class Decisions {

    private final Chooser chooser;
    /** The source that was asked for. */
    private final Map<Asked, Integer> asked = new HashMap<>();

    private final List<Supplier<Decision>> taken = new ArrayList<>();
    private final List<Late> late = new ArrayList<>();

    private record Asked(String kind, int rank, long nth) {}

    Decisions(Chooser chooser) {
        this.chooser = chooser;
        for (Kind kind : List.of(Kind.MATCH, Kind.ARRIVE)) {
            chooser.askedFor(kind)
                    .forEach(choice -> asked.put(new Asked(kind.name(), choice.to(), choice.nth()), choice.from()));
        }
    }

    /** The source that was asked for at the {@code nth} of its kind; null where any will do. */
    @Nullable
    Integer asked(Kind kind, int rank, long nth) {
        return asked.isEmpty() ? null : asked.get(new Asked(kind.name(), rank, nth));
    }

    /** How many there are. */
    int size() {
        return taken.size();
    }

    /** One was taken, by a choice that was asked for where {@code asked}; all of it is known when the run is over. */
    void add(Choice choice, boolean asked, Supplier<Decision> decision) {
        taken.add(decision);
        if (asked) {
            chooser.made(choice);
        }
    }

    /** A source came too late for a decision, which is said once. */
    void addLate(Late source) {
        if (late.stream().noneMatch(each -> each.decision() == source.decision() && each.source() == source.source())) {
            late.add(source);
        }
    }

    List<Decision> all() {
        return taken.stream().map(Supplier::get).toList();
    }

    List<Late> late() {
        return List.copyOf(late);
    }
}
