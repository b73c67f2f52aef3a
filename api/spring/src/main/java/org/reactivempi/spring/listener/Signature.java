package org.reactivempi.spring.listener;

import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Message;
import org.reactivempi.Status;
import org.springframework.core.ResolvableType;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * What a listener's method takes and gives.
 *
 * @param takes what it is called with
 * @param payload the type of values that it takes; for messages, {@code Message}
 * @param withStatus whether it also takes the message's status
 * @param gives what it returns
 * @param reply the type of values that it gives; null where it gives none
 */
record Signature(
        Takes takes,
        ResolvableType payload,
        boolean withStatus,
        Gives gives,
        @Nullable ResolvableType reply) {

    private static final String ALLOWED =
            "a listener takes a value, a value and its Status, a Message, or a Flux, and returns void, a Mono or a Flux";

    static Signature of(Method method) {
        int parameters = method.getParameterCount();
        if (parameters < 1 || parameters > 2) {
            throw unusable(method, "takes " + parameters + " parameters");
        }
        boolean withStatus = parameters == 2;
        if (withStatus && method.getParameterTypes()[1] != Status.class) {
            throw unusable(
                    method, "takes a " + method.getParameterTypes()[1].getSimpleName() + " as its second parameter");
        }
        ResolvableType parameter = ResolvableType.forMethodParameter(method, 0);
        Takes takes = takes(method, parameter);
        if (withStatus && takes != Takes.VALUE) {
            throw unusable(
                    method, takes == Takes.STREAM ? "takes a Status of a stream" : "takes a Message and its Status");
        }
        ResolvableType returned = ResolvableType.forMethodReturnType(method);
        Gives gives = gives(method, returned);
        if (takes == Takes.STREAM && gives == Gives.NOTHING) {
            throw unusable(
                    method, "takes a Flux, to which somebody has to subscribe, and returns void instead of Mono<Void>");
        }
        return new Signature(
                takes, payload(method, takes, parameter), withStatus, gives, reply(method, gives, returned));
    }

    Optional<ResolvableType> replies() {
        return Optional.ofNullable(reply);
    }

    private static Takes takes(Method method, ResolvableType parameter) {
        Class<?> type = parameter.resolve(Object.class);
        if (type == Message.class) {
            return Takes.MESSAGE;
        }
        if (type == Mono.class) {
            throw unusable(method, "takes a Mono");
        }
        return type == Flux.class ? Takes.STREAM : Takes.VALUE;
    }

    private static Gives gives(Method method, ResolvableType returned) {
        Class<?> type = returned.resolve(Object.class);
        if (type == void.class) {
            return Gives.NOTHING;
        }
        if (type == Mono.class) {
            return Gives.ONE;
        }
        if (type == Flux.class) {
            return Gives.MANY;
        }
        throw unusable(method, "returns " + type.getSimpleName());
    }

    private static ResolvableType payload(Method method, Takes takes, ResolvableType parameter) {
        return takes == Takes.STREAM ? element(method, parameter, "takes") : parameter;
    }

    private static @Nullable ResolvableType reply(Method method, Gives gives, ResolvableType returned) {
        if (gives == Gives.NOTHING) {
            return null;
        }
        ResolvableType element = element(method, returned, "returns");
        return element.resolve() == Void.class ? null : element;
    }

    private static ResolvableType element(Method method, ResolvableType publisher, String verb) {
        ResolvableType element = publisher.getGeneric();
        if (element.resolve() == null) {
            throw unusable(method, verb + " a " + publisher + ", which doesn't say of what");
        }
        return element;
    }

    private static ListenerException unusable(Method method, String why) {
        return new ListenerException("the listener " + method.toGenericString() + " " + why + "; " + ALLOWED);
    }
}
