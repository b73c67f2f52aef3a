package org.reactivempi.spring.listener;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.spring.DeadLetterHandler;
import org.reactivempi.spring.ListenerErrorHandler;
import org.reactivempi.spring.MpiListener;
import org.reactivempi.spring.codec.MpiCodecs;
import org.reactivempi.spring.codec.NoCodecException;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/** Gives listeners what they work with: communicator, codecs, limits. */
public final class ListenerFactory {

    private static final int LARGEST_CONCURRENCY = 1024;
    private static final int MOST_ATTEMPTS = 100;
    /** Where nothing is read or written. */
    @SuppressWarnings("unchecked")
    private static final Codec<Object> NONE = (Codec<Object>) (Codec<?>) Codecs.bytes();

    private final BeanFactory beans;
    private final MpiCodecs codecs;
    private final ListenerErrorHandler errors;
    private final @Nullable DeadLetterHandler letters;
    private final int concurrency;
    private final int prefetch;
    private final Scheduler blocking;

    /**
     * A factory.
     *
     * @param beans where communicators and codecs are looked for
     * @param codecs finds codecs by type
     * @param errors hears of errors
     * @param letters gets what has failed for good, of listeners that name nobody; null for nobody
     * @param concurrency how many messages are dealt with at once by listeners that don't say so themselves
     * @param prefetch how many values of a stream may be under way beyond the demand
     * @param blocking where methods are called that may block
     */
    public ListenerFactory(
            BeanFactory beans,
            MpiCodecs codecs,
            ListenerErrorHandler errors,
            @Nullable DeadLetterHandler letters,
            int concurrency,
            int prefetch,
            Scheduler blocking) {
        this.blocking = blocking;
        this.beans = beans;
        this.codecs = codecs;
        this.errors = errors;
        this.letters = letters;
        this.concurrency = concurrency;
        this.prefetch = prefetch;
    }

    Listening listening(ListenerMethod method) {
        Communicator communicator = communicator(method);
        check(method, communicator);
        Signature signature = method.signature();
        return new Listening(
                method,
                communicator,
                signature.takes() == Takes.MESSAGE ? NONE : codec(method, signature.payload(), "takes"),
                signature.reply() == null ? NONE : codec(method, signature.reply(), "returns"),
                concurrency(method),
                prefetch,
                new Reports(method, letters(method), errors),
                new Permits(concurrency(method)),
                again(method),
                blocking);
    }

    private Communicator communicator(ListenerMethod method) {
        String name = method.annotation().communicator();
        try {
            return name.isEmpty() ? beans.getBean(Communicator.class) : beans.getBean(name, Communicator.class);
        } catch (BeansException e) {
            throw new ListenerException(method + " has no communicator: " + e.getMessage(), e);
        }
    }

    private static void check(ListenerMethod method, Communicator communicator) {
        MpiListener annotation = method.annotation();
        int last = communicator.size() - 1;
        int highest = communicator.tagUpperBound();
        require(
                method,
                "source",
                method.source(),
                last,
                Mpi.ANY_SOURCE,
                "a rank from 0 to " + last + ", or ANY_SOURCE");
        require(method, "tag", method.tag(), highest, Mpi.ANY_TAG, "0 to " + highest + ", or ANY_TAG");
        require(method, "replyTag", annotation.replyTag(), highest, MpiListener.SAME_TAG, "0 to " + highest);
        if (annotation.attempts() < 1 || annotation.attempts() > MOST_ATTEMPTS) {
            throw new ListenerException(
                    method + " has attempts " + annotation.attempts() + ", allowed is 1 to " + MOST_ATTEMPTS);
        }
        require(method, "concurrency", annotation.concurrency(), LARGEST_CONCURRENCY, 0, "1 to " + LARGEST_CONCURRENCY);
    }

    private static void require(ListenerMethod method, String what, int value, int most, int special, String allowed) {
        if (value != special && (value < 0 || value > most)) {
            throw new ListenerException(method + " has " + what + " " + value + ", allowed is " + allowed);
        }
    }

    /** The bean that the annotation names, if this type is what it is for; else by type. */
    @SuppressWarnings("unchecked")
    private Codec<Object> codec(ListenerMethod method, ResolvableType type, String verb) {
        ResolvableType payload = method.signature().payload();
        boolean named =
                method.signature().takes() == Takes.MESSAGE || boxed(type).equals(boxed(payload));
        String name = named ? method.annotation().codec() : "";
        try {
            return (Codec<Object>) (name.isEmpty() ? codecs.of(type) : beans.getBean(name, Codec.class));
        } catch (NoCodecException e) {
            throw new ListenerException(
                    method + " " + verb + " " + type + ", and " + Objects.requireNonNull(e.getMessage())
                            + "; or name one in @MpiListener(codec = \"...\")",
                    e);
        } catch (BeansException e) {
            throw new ListenerException(method + " has no codec: " + e.getMessage(), e);
        }
    }

    /** In a {@code Mono} or {@code Flux}, a number is an object. */
    private static String boxed(ResolvableType type) {
        Class<?> resolved = type.resolve();
        return resolved == null || !resolved.isPrimitive()
                ? type.toString()
                : ClassUtils.resolvePrimitiveIfNecessary(resolved).getName();
    }

    private @Nullable DeadLetterHandler letters(ListenerMethod method) {
        String name = method.annotation().deadLetters();
        if (name.isEmpty()) {
            return letters;
        }
        if (method.signature().takes() == Takes.STREAM) {
            throw new ListenerException(method + " has deadLetters \"" + name
                    + "\", and takes streams, which are no letters: their errors go to the ListenerErrorHandler");
        }
        try {
            return beans.getBean(name, DeadLetterHandler.class);
        } catch (BeansException e) {
            throw new ListenerException(method + " has no dead-letter handler: " + e.getMessage(), e);
        }
    }

    private static @Nullable Retry again(ListenerMethod method) {
        MpiListener annotation = method.annotation();
        if (annotation.attempts() == 1) {
            return null;
        }
        return Retry.backoff(annotation.attempts() - 1L, backOff(method, annotation))
                .filter(ListenerFactory::mayPass)
                .onRetryExhaustedThrow((retry, last) -> last.failure());
    }

    /** A message that can't be read now, or a reply that can't be written, can't the next time either. */
    private static boolean mayPass(Throwable error) {
        return !(error instanceof MpiException mpi && mpi.errorClass() == ErrorClass.CONVERSION);
    }

    private static Duration backOff(ListenerMethod method, MpiListener annotation) {
        try {
            Duration first = DurationStyle.detectAndParse(annotation.backOff());
            if (!first.isNegative()) {
                return first;
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw new ListenerException(
                method + " has backOff \"" + annotation.backOff() + "\", allowed is a duration such as 100ms or 5s");
    }

    private int concurrency(ListenerMethod method) {
        int own = method.annotation().concurrency();
        return own == 0 ? concurrency : own;
    }
}
