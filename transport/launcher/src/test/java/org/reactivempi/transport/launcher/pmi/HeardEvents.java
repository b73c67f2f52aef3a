package org.reactivempi.transport.launcher.pmi;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** What a server told its launcher, in order. */
final class HeardEvents implements PmiServer.Events {

    final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @Override
    public void aborted(int rank, int code) {
        heard.add("aborted by " + rank + " with " + code);
    }

    @Override
    public void givenUp(int rank) {
        heard.add("given up " + rank);
    }

    @Override
    public void hopeless(int waiting, int gone) {
        heard.add(waiting + " waits for " + gone);
    }

    @Override
    public void refused(String why) {
        heard.add(why);
    }

    @Override
    public void broken(Throwable why) {
        heard.add("broken by " + why);
    }
}
