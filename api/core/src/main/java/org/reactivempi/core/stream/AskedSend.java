package org.reactivempi.core.stream;

import org.reactivempi.Codec;
import org.reactivempi.MpiException;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;

/**
 * The sending end of a stream that a question has opened.
 *
 * @param <T> the values' type
 */
final class AskedSend<T> extends StreamSend<T> implements Meeting.Sender {

    private final Meeting<Meeting.Sender> meeting;

    AskedSend(
            StreamContext streams,
            CoreSubscriber<? super Void> subscriber,
            Publisher<? extends T> values,
            Codec<T> codec,
            int destination,
            Meeting<Meeting.Sender> meeting) {
        super(streams, subscriber, values, codec, destination);
        this.meeting = meeting;
    }

    @Override
    void meet() {
        looks();
        meeting.begin(this);
    }

    @Override
    public void met(int receiver, long demand) {
        listen(destination, peer);
        super.met(receiver, demand);
        ended();
    }

    @Override
    void leave() {
        meeting.withdraw();
    }

    @Override
    public void onWithdrawn() {
        withdrawn();
    }

    @Override
    public void onNotMet(MpiException why) {
        unmet(why);
    }

    @Override
    public int idleOperations() {
        return meeting.isListening() ? operationsUnderWay() - (isWaiting() ? 1 : 0) : 0;
    }

    /** It may have no end of its own. */
    @Override
    public void onClosing() {
        cancel();
    }

    @Override
    void over(boolean complete) {
        meeting.over(complete);
    }

    @Override
    String inWords() {
        return meeting.inWords();
    }

    @Override
    String call() {
        return meeting.toString();
    }

    @Override
    String cancelled() {
        return meeting.cancelled();
    }
}
