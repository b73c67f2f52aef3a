package org.reactivempi.core.window;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Notification;
import org.reactivempi.core.operation.Listeners;
import org.reactivempi.transport.engine.port.EngineWindows.RefusedException;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/** The notifications with a tag, taken by each subscriber as it wants them. */
final class NotificationFlux extends Flux<Notification> {

    private final WindowState window;
    private final Notifications notifications;
    private final int tag;

    NotificationFlux(WindowState window, Notifications notifications, int tag) {
        this.window = window;
        this.notifications = notifications;
        this.tag = tag;
    }

    private String inWords() {
        return window.inWords("notifications", "", tag);
    }

    @Override
    public void subscribe(CoreSubscriber<? super Notification> subscriber) {
        try {
            window.usable();
            Checks.tag(tag);
        } catch (RuntimeException wrong) {
            window.errors().refuse(subscriber, wrong);
            return;
        }
        subscriber.onSubscribe(new Taking(subscriber));
    }

    @Override
    public String toString() {
        return inWords();
    }

    private final class Taking extends WindowEnd<Notification> implements Notifications.Taker {

        private long given;
        private boolean closing;

        Taking(CoreSubscriber<? super Notification> subscriber) {
            super(NotificationFlux.this.window, subscriber);
        }

        @Override
        void begin() {
            notifications.join(tag, this);
        }

        @Override
        void flow() {
            deliver();
            Throwable cause = broken();
            Throwable misuse = misuse();
            if (isCancelled() || closing || isEnd(cause)) {
                notifications.leave(tag, this);
                finish();
            } else if (misuse != null) {
                notifications.leave(tag, this);
                failAsIs(misuse);
            } else if (cause != null) {
                notifications.leave(tag, this);
                fail(cause);
            }
        }

        /** Whether this rank has ended the window by itself. */
        private boolean isEnd(@Nullable Throwable cause) {
            return cause instanceof RefusedException;
        }

        private void deliver() {
            while (!isCancelled() && misuse() == null && given < requested()) {
                Notification next = notifications.take(tag);
                if (next == null) {
                    return;
                }
                given++;
                give(() -> subscriber.onNext(next));
            }
        }

        /** Nothing begins any more, so nothing but the end can come of it. */
        @Override
        public void onClosing() {
            closing = true;
            wake();
        }

        /** Any other rank may notify this one; its own program as well, which is not asked. */
        @Override
        public void addAwaited(BitSet ranks) {
            if (idleOperations() == 0) {
                window.addOthers(ranks);
            }
        }

        @Override
        public int idleOperations() {
            return given == requested() || Listeners.areMarked(subscriber.currentContext()) ? 1 : 0;
        }

        @Override
        String inWords() {
            return NotificationFlux.this.inWords();
        }

        @Override
        public String toString() {
            return inWords() + ", " + given + " taken";
        }
    }
}
