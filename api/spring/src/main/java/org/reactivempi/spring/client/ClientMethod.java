package org.reactivempi.spring.client;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Codec;
import org.reactivempi.Communicator;
import org.reactivempi.spring.listener.TagText;
import org.springframework.core.ResolvableType;
import org.springframework.util.StringValueResolver;
import reactor.core.publisher.Mono;

/**
 * What a method of an {@link MpiClient} does.
 *
 * @param template does it
 * @param tag of the message
 * @param rank the rank that it goes to, unless the method has a parameter for that
 * @param rankIndex which parameter that is, or {@link #NONE}
 * @param valueIndex which parameter is sent
 * @param codec of the value
 * @param answerCodec of the answer; null for a method that sends
 * @param blocks whether the method returns what its operation gives, rather than the operation
 */
record ClientMethod(
        MpiTemplate template,
        int tag,
        int rank,
        int rankIndex,
        int valueIndex,
        Codec<Object> codec,
        @Nullable Codec<Object> answerCodec,
        boolean blocks) {

    private static final int NONE = -1;

    /** Reads a method; throws {@link IllegalArgumentException} with what is wrong with it. */
    static ClientMethod of(
            Method method, MpiClient client, MpiTemplate template, @Nullable StringValueResolver placeholders) {
        int rankIndex = rankIndex(method);
        int valueIndex = valueIndex(method, rankIndex);
        if (rankIndex == NONE && client.rank() == MpiClient.NO_RANK) {
            throw wrong(method, "says no rank: give it a parameter with @MpiRank, or one to @MpiClient");
        }
        ResolvableType returned = ResolvableType.forMethodReturnType(method);
        boolean blocks = returned.resolve(Object.class) != Mono.class;
        ResolvableType answer = blocks ? returned : returned.getGeneric();
        boolean nothing = answer.resolve() == Void.class || answer.resolve() == void.class;
        MpiAsk ask = method.getAnnotation(MpiAsk.class);
        MpiSend send = method.getAnnotation(MpiSend.class);
        if ((ask == null) == (send == null)) {
            throw wrong(method, "needs one of @MpiAsk and @MpiSend");
        }
        if (send != null && !nothing) {
            throw wrong(method, "sends, and returns " + returned + " instead of Mono<Void> or void");
        }
        if (answer.resolve() == null) {
            throw wrong(method, "returns " + returned + ", which doesn't say of what");
        }
        String text = ask == null ? send.value() : ask.value();
        int number = ask == null ? send.tag() : ask.tag();
        return new ClientMethod(
                template,
                tag(method, text, number, placeholders),
                client.rank(),
                rankIndex,
                valueIndex,
                template.codecOf(ResolvableType.forMethodParameter(method, valueIndex)),
                ask == null ? null : template.codecOf(nothing ? ResolvableType.forClass(byte[].class) : answer),
                blocks);
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
            return text.isEmpty() ? number : TagText.tag(text, placeholders);
        } catch (RuntimeException unusable) {
            throw new IllegalArgumentException(
                    wrong(method, "has the tag \"" + text + "\": ").getMessage() + unusable.getMessage(), unusable);
        }
    }

    private static IllegalArgumentException wrong(Method method, String what) {
        return new IllegalArgumentException("the method " + method.toGenericString() + " " + what);
    }

    /** Calls it: the {@code Mono}, or what that gives. */
    @Nullable
    Object call(Object[] arguments) {
        Communicator communicator = template.communicator();
        int to = rankIndex == NONE ? rank : (int) arguments[rankIndex];
        Object value = arguments[valueIndex];
        Mono<?> operation = answerCodec == null
                ? communicator.send(value, codec, to, tag).then()
                : communicator.ask(value, codec, answerCodec, to, tag);
        return blocks ? operation.block() : operation;
    }
}
