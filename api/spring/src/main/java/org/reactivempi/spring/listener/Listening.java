package org.reactivempi.spring.listener;

import org.reactivempi.Codec;
import org.reactivempi.Communicator;
import org.reactivempi.Message;
import org.reactivempi.spring.ListenerErrorHandler;

/**
 * All that a listener's loop works with.
 *
 * @param method what is called
 * @param communicator where messages come from and replies go to
 * @param codec reads values; for messages, which need none, any
 * @param replyCodec writes replies; where there are none, any
 * @param concurrency how many messages are dealt with at once
 * @param prefetch how many values of a stream may be under way beyond the demand
 * @param errors hears of errors
 * @param stopping the end
 */
record Listening(
        ListenerMethod method,
        Communicator communicator,
        Codec<Object> codec,
        Codec<Object> replyCodec,
        int concurrency,
        int prefetch,
        ListenerErrorHandler errors,
        Stopping stopping) {

    int source() {
        return method.annotation().source();
    }

    int tag() {
        return method.annotation().tag();
    }

    Object payload(Message message) {
        return method.signature().takes() == Takes.MESSAGE ? message : message.as(codec);
    }
}
