package org.reactivempi.spring.listener;

import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;

/** Calls into an application's code, inside of an operator: what they throw is signalled as it is. */
final class Calls {

    @FunctionalInterface
    interface Call {

        @Nullable
        Object call() throws Throwable;
    }

    private Calls() {}

    static @Nullable Object unchecked(Call call) {
        try {
            return call.call();
        } catch (Throwable e) {
            Exceptions.throwIfJvmFatal(e);
            throw Exceptions.propagate(e);
        }
    }
}
