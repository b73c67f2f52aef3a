package org.reactivempi.core.communicator;

import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.operation.LocalMono;
import org.reactivempi.transport.engine.port.Conversation;
import reactor.core.publisher.Mono;

/**
 * One subscription of an agreement: this rank's part in it goes on when nobody waits for its end any more, since the others
 * count on it.
 */
final class Agreed<D, T> implements LocalMono.Work<T>, Conversation {

    private final CommunicatorContext of;
    private final String name;
    private final Consumer<Consumer<D>> begin;
    private final Function<D, T> result;
    private @Nullable Owner<T> owner;
    /** Its number among those of this rank. */
    private int conversation;

    /**
     * One that has not begun.
     *
     * @param of where it is
     * @param name what it is called in descriptions of what runs
     * @param begin brings this rank's vote in, and says what is to be told of the decision
     * @param result what the decision gives; throws where it is an error
     */
    private Agreed(CommunicatorContext of, String name, Consumer<Consumer<D>> begin, Function<D, T> result) {
        this.of = of;
        this.name = name;
        this.begin = begin;
        this.result = result;
    }

    /**
     * An agreement that is not subscribed.
     *
     * @param check throws what is wrong; asked at each subscription
     */
    static <D, T> Mono<T> mono(
            CommunicatorContext of, String name, Runnable check, Consumer<Consumer<D>> begin, Function<D, T> result) {
        return new LocalMono<>(of.engine(), of.arguments(), () -> inWords(of, name), () -> {
            check.run();
            return new Agreed<>(of, name, begin, result);
        });
    }

    private static String inWords(CommunicatorContext of, String name) {
        return name + "(" + of.state().inWords() + ")";
    }

    @Override
    public void start(Owner<T> owner) {
        conversation = of.engine().messages().begin(this);
        this.owner = owner;
        begin.accept(this::onDecided);
    }

    @Override
    public boolean concernsOthers() {
        return true;
    }

    @Override
    public boolean forget(Owner<T> owner) {
        return end() != null;
    }

    @Override
    public int operations() {
        return 2;
    }

    @Override
    public boolean waitsForAll() {
        return true;
    }

    @Override
    public void onAborted(Throwable cause) {
        Owner<T> told = end();
        if (told != null) {
            told.fail(cause);
        }
    }

    private void onDecided(D decision) {
        Owner<T> told = end();
        if (told != null) {
            tell(told, decision);
        }
    }

    private void tell(Owner<T> told, D decision) {
        T value;
        try {
            value = result.apply(decision);
        } catch (RuntimeException wrong) {
            told.fail(wrong);
            return;
        }
        told.complete(value);
    }

    private @Nullable Owner<T> end() {
        Owner<T> told = owner;
        owner = null;
        if (told != null) {
            of.engine().messages().end(conversation);
        }
        return told;
    }

    @Override
    public String toString() {
        return inWords(of, name);
    }
}
