package org.reactivempi.core.communicator;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffers;
import org.reactivempi.core.operation.OperationContext;
import org.reactivempi.core.operation.ReceiveMono;
import org.reactivempi.transport.channel.OnProgressThread;

/**
 * Where the communicators of one rank begin that are made of a group and a text, in all sessions of this rank. A message has a tag, and no text:
 * the tag is the text's hash, so a message may come for another text of the same leader.
 *
 * <pre>
 *  a call waits: one receive more, of its leader and tag
 *  an offer comes   --its text is waited for--&gt;  the call that has waited longest
 *                   --it is not-----------------&gt; kept for the call to come, and one receive more
 * </pre>
 * So as many receives are posted for a leader and a tag as calls wait for them.
 */
@OnProgressThread
final class TextDesk {

    /** A call that waits for what its leader offers. */
    interface Caller {

        void onOffer(GroupOffer offer);

        /** No offer will come: the leader is lost, or the session has ended. */
        void onNoOffer(Throwable why);
    }

    private record Waiting(int leader, String text, Caller caller) {}

    private record Early(int leader, GroupOffer offer) {}

    private final int ranks;
    private int sessions;
    /** The texts of calls that run. */
    private Set<String> running = Set.of();

    private List<Waiting> waiting = List.of();
    private List<Early> early = List.of();

    /** No calls yet, in a job of so many ranks. */
    TextDesk(int ranks) {
        this.ranks = ranks;
    }

    /** The number of a session that is opened: from 1 on. */
    int nextSession() {
        return ++sessions;
    }

    /**
     * A call begins.
     *
     * @return whether it has the text until it gives it back, since no other call has it
     */
    boolean take(String text) {
        if (running.isEmpty()) {
            running = new HashSet<>();
        }
        return running.add(text);
    }

    /** A call has ended that had it. */
    void giveBack(String text) {
        running.remove(text);
    }

    /** The tag of what is said under a text. */
    static int tag(String text) {
        return text.hashCode() & Integer.MAX_VALUE;
    }

    /** The caller hears of the next offer of its leader under this text, maybe at once. */
    void await(OperationContext at, int leader, String text, Caller caller) {
        GroupOffer here = takeEarly(leader, text);
        if (here != null) {
            caller.onOffer(here);
            return;
        }
        if (waiting.isEmpty()) {
            waiting = new ArrayList<>();
        }
        waiting.add(new Waiting(leader, text, caller));
        receive(at, leader, tag(text));
    }

    private @Nullable GroupOffer takeEarly(int leader, String text) {
        for (Iterator<Early> all = early.iterator(); all.hasNext(); ) {
            Early each = all.next();
            if (each.leader == leader && each.offer.text().equals(text)) {
                all.remove();
                return each.offer;
            }
        }
        return null;
    }

    private void receive(OperationContext at, int leader, int tag) {
        int[] room = new int[GroupOffer.longest(ranks)];
        ReceiveMono.partInto(at, Buffers.of(room), leader, tag)
                .subscribe(
                        status -> onOffer(at, leader, GroupOffer.of(room)), failure -> onFailure(leader, tag, failure));
    }

    private void onOffer(OperationContext at, int leader, GroupOffer offer) {
        Waiting first = waiting.stream()
                .filter(each -> each.leader == leader && each.text.equals(offer.text()))
                .findFirst()
                .orElse(null);
        if (first == null) {
            if (early.isEmpty()) {
                early = new ArrayList<>();
            }
            early.add(new Early(leader, offer));
            receive(at, leader, tag(offer.text()));
        } else {
            waiting.remove(first);
            first.caller.onOffer(offer);
        }
    }

    /** What fails one of the receives for a leader fails all of them; each tells one call. */
    private void onFailure(int leader, int tag, Throwable failure) {
        waiting.stream()
                .filter(each -> each.leader == leader && tag(each.text) == tag)
                .findFirst()
                .ifPresent(first -> {
                    waiting.remove(first);
                    first.caller.onNoOffer(failure);
                });
    }
}
