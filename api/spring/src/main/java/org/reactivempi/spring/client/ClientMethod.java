package org.reactivempi.spring.client;

import java.lang.reflect.Method;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.spring.listener.AnnotationText;
import org.springframework.core.ResolvableType;
import org.springframework.util.StringValueResolver;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * What a method of an {@link MpiClient} does.
 *
 * @param template does it
 * @param tag of the message
 * @param rank the rank that it goes to, unless the method has a parameter for that
 * @param rankIndex which parameter that is, or {@link #NONE}
 * @param valueIndex which parameter is sent
 * @param isStream whether that is a stream of values
 * @param codec of the value
 * @param answerCodec of the answer; null for a method that sends
 * @param returns what the method returns
 */
record ClientMethod(
        MpiTemplate template,
        int tag,
        int rank,
        int rankIndex,
        int valueIndex,
        boolean isStream,
        Codec<Object> codec,
        @Nullable Codec<Object> answerCodec,
        Returns returns) {

    /** What a method returns. */
    enum Returns {
        /** What its operation gives: it blocks. */
        VALUE,
        MONO,
        FLUX;

        static Returns of(ResolvableType returned) {
            Class<?> type = returned.resolve(Object.class);
            if (type == Flux.class) {
                return FLUX;
            }
            return type == Mono.class ? MONO : VALUE;
        }
    }

    private static final int NONE = -1;

    /** Reads a method; throws {@link IllegalArgumentException} with what is wrong with it. */
    static ClientMethod of(
            Method method, MpiClient client, MpiTemplate template, @Nullable StringValueResolver placeholders) {
        int rankIndex = rankIndex(method);
        int valueIndex = valueIndex(method, rankIndex);
        int rank = rank(method, client, placeholders);
        if (rankIndex == NONE && rank == MpiClient.NO_RANK) {
            throw wrong(method, "says no rank: give it a parameter with @MpiRank, or one to @MpiClient");
        }
        ResolvableType returned = ResolvableType.forMethodReturnType(method);
        Returns returns = Returns.of(returned);
        ResolvableType answer = returns == Returns.VALUE ? returned : returned.getGeneric();
        boolean nothing = answer.resolve() == Void.class || answer.resolve() == void.class;
        MpiAsk ask = method.getAnnotation(MpiAsk.class);
        MpiSend send = method.getAnnotation(MpiSend.class);
        if ((ask == null) == (send == null)) {
            throw wrong(method, "needs one of @MpiAsk and @MpiSend");
        }
        if (send != null && (!nothing || returns == Returns.FLUX)) {
            throw wrong(method, "sends, and returns " + returned + " instead of Mono<Void> or void");
        }
        ResolvableType parameter = ResolvableType.forMethodParameter(method, valueIndex);
        boolean isStream = parameter.resolve(Object.class) == Flux.class;
        ResolvableType value = isStream ? parameter.getGeneric() : parameter;
        if (isStream && value.resolve() == null) {
            throw wrong(method, "takes a " + parameter + ", which doesn't say of what");
        }
        if (ask != null && isStream && returns != Returns.FLUX) {
            throw wrong(method, "asks a Flux, and returns " + returned + " instead of a Flux");
        }
        if (answer.resolve() == null) {
            throw wrong(method, "returns " + returned + ", which doesn't say of what");
        }
        String text = ask == null ? send.value() : ask.value();
        int number = ask == null ? send.tag() : ask.tag();
        return new ClientMethod(
                template,
                tag(method, text, number, placeholders),
                rank,
                rankIndex,
                valueIndex,
                isStream,
                template.codecOf(value),
                ask == null ? null : template.codecOf(nothing ? ResolvableType.forClass(byte[].class) : answer),
                returns);
    }

    private static int rank(Method method, MpiClient client, @Nullable StringValueResolver placeholders) {
        String text = client.to();
        if (text.isEmpty()) {
            return client.rank();
        }
        if (client.rank() != MpiClient.NO_RANK) {
            throw wrong(method, "is of a client with two ranks, " + client.rank() + " and \"" + text + "\"");
        }
        try {
            return AnnotationText.rank(text, placeholders);
        } catch (RuntimeException unusable) {
            throw new IllegalArgumentException(
                    wrong(method, "is of a client to \"" + text + "\": ").getMessage() + unusable.getMessage(),
                    unusable);
        }
    }

    private static int rankIndex(Method method) {
        for (int i = 0; i < method.getParameterCount(); i++) {
            if (method.getParameters()[i].isAnnotationPresent(MpiRank.class)) {
                if (method.getParameterTypes()[i] != int.class) {
                    throw wrong(method, "has a rank that is no int");
                }
                return i;
            }
        }
        return NONE;
    }

    private static int valueIndex(Method method, int rankIndex) {
        int values = method.getParameterCount() - (rankIndex == NONE ? 0 : 1);
        if (values != 1) {
            throw wrong(method, "has " + values + " values as parameters, allowed is 1, and a rank with @MpiRank");
        }
        return rankIndex == 0 ? 1 : 0;
    }

    private static int tag(Method method, String text, int number, @Nullable StringValueResolver placeholders) {
        if (text.isEmpty() == number < 0) {
            throw wrong(method, text.isEmpty() ? "has no tag" : "has two tags, \"" + text + "\" and " + number);
        }
        try {
            return text.isEmpty() ? number : AnnotationText.tag(text, placeholders);
        } catch (RuntimeException unusable) {
            throw new IllegalArgumentException(
                    wrong(method, "has the tag \"" + text + "\": ").getMessage() + unusable.getMessage(), unusable);
        }
    }

    private static IllegalArgumentException wrong(Method method, String what) {
        return new IllegalArgumentException("the method " + method.toGenericString() + " " + what);
    }

    /** Calls it: the {@code Mono} or {@code Flux}, or what it gives. */
    @Nullable
    Object call(Object[] arguments) {
        int to = rankIndex == NONE ? rank : (int) arguments[rankIndex];
        Object value = arguments[valueIndex];
        if (returns == Returns.FLUX) {
            return askStream(value, to);
        }
        Mono<?> operation =
                answerCodec == null ? send(value, to) : template.communicator().ask(value, codec, answerCodec, to, tag);
        return returns == Returns.VALUE ? operation.block() : operation;
    }

    private Flux<?> askStream(Object value, int to) {
        Codec<Object> answers = Objects.requireNonNull(answerCodec);
        return MpiTemplate.listening(
                isStream
                        ? template.communicator().askStreams((Flux<?>) value, codec, answers, to, tag)
                        : template.communicator().askStream(value, codec, answers, to, tag));
    }

    private Mono<Void> send(Object value, int to) {
        return isStream
                ? template.communicator().sendStream((Flux<?>) value, codec, to, tag)
                : template.communicator().send(value, codec, to, tag).then();
    }
}
