package org.reactivempi.core.port;

import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.port.OtherJobs;

/**
 * The names of ports that a rank keeps for those that ask it: of its own job, and of all jobs where it serves as their name service. A name
 * belongs to the process that has published it, and is withdrawn when that withdraws it, ends, or is lost. Who asks is held until it leaves: so
 * only the first question over a link can cross a goodbye.
 */
@OnProgressThread
final class NameDesk {

    /** So many names there may be. */
    static final int MOST_NAMES = 1 << 16;

    private final OtherJobs others;
    private final boolean servesOthers;
    private final Map<String, Entry> names = new HashMap<>();
    /** Those of other jobs that have asked, by their numbers. */
    private final Set<Integer> askers = new HashSet<>();

    /** A name's port, and the number of the process that has published it. */
    private record Entry(int publisher, String port) {}

    /**
     * No names yet.
     *
     * @param servesOthers whether processes of other jobs may ask
     */
    NameDesk(OtherJobs others, boolean servesOthers) {
        this.others = others;
        this.servesOthers = servesOthers;
    }

    /** How many there are. */
    int size() {
        return names.size();
    }

    /** A peer has asked something: it hears an answer. */
    void onAsked(int peer, Words question) {
        NameWords words = NameWords.of(question);
        if (!others.isOwn(peer) && askers.add(peer)) {
            others.hold(peer);
        }
        others.say(peer, answer(peer, question, words).encoded());
    }

    private Words answer(int peer, Words question, NameWords words) {
        try {
            if (!servesOthers && !others.isOwn(peer)) {
                throw new MpiException(
                        ErrorClass.SERVICE,
                        "it serves no names to other jobs: rank 0 of a job does that which is started by a list of peers, with a port-secret");
            }
            return Words.named(question.from(), answer(peer, question.step(), words));
        } catch (MpiException no) {
            return Words.unnamed(question.from(), no);
        }
    }

    /** The answer to a process, which may be this one; throws the error that is its answer. */
    String answer(int publisher, Words.Step question, NameWords words) {
        String name = words.name();
        Entry known = names.get(name);
        return switch (question) {
            case PUBLISH -> {
                if (known != null) {
                    throw new MpiException(
                            ErrorClass.SERVICE,
                            "the name \"" + name + "\" is published already, by "
                                    + inWords(known.publisher, publisher));
                }
                if (names.size() >= MOST_NAMES) {
                    throw new MpiException(ErrorClass.SERVICE, MOST_NAMES + " names are published, and no more can be");
                }
                names.put(name, new Entry(publisher, words.port()));
                yield "";
            }
            case UNPUBLISH -> {
                if (known == null || known.publisher != publisher) {
                    throw new MpiException(
                            ErrorClass.SERVICE,
                            "the name \"" + name + "\" is "
                                    + (known == null
                                            ? "not published"
                                            : "published by " + inWords(known.publisher, publisher)
                                                    + ", which alone can withdraw it"));
                }
                names.remove(name);
                yield "";
            }
            case LOOKUP -> {
                if (known == null) {
                    throw new MpiException(ErrorClass.NAME, "no port is published as \"" + name + "\"");
                }
                yield known.port;
            }
            default -> throw new IllegalArgumentException(question + " is no question");
        };
    }

    /** A process, to one that asks, perhaps of another job. */
    private String inWords(int process, int asker) {
        return "rank " + others.rank(process)
                + (others.isOwn(process) && others.isOwn(asker)
                        ? ""
                        : " of the job " + HexFormat.of().toHexDigits(others.job(process)));
    }

    /** Nothing comes from a process any more: nobody finds its ports. */
    void onLost(int peer) {
        names.values().removeIf(entry -> entry.publisher == peer);
        if (askers.remove(peer)) {
            others.release(peer);
        }
    }
}
