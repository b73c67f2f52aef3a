package org.reactivempi.conformance.port;

import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.port.Jobs.SECRET;

import org.reactivempi.Session;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.transport.fixtures.FreePorts;
import reactor.core.publisher.Mono;

/** A job that nothing has launched, and whose rank 0 keeps the names of other jobs. */
final class NameServer implements AutoCloseable {

    static final String OWN_SECRET = "What the ranks of the name service know: nothing else";

    private final String address;
    private final Settings settings;
    private CoreSession session;

    private NameServer(String address, Settings settings) {
        this.address = address;
        this.settings = settings;
        this.session = start();
    }

    static NameServer started() {
        String address = FreePorts.address();
        return new NameServer(address, settings(address).portSecret(SECRET));
    }

    /** One that lets nobody in. */
    static NameServer withoutSecret() {
        String address = FreePorts.address();
        return new NameServer(address, settings(address));
    }

    private static Settings settings(String address) {
        return Settings.create().peers(address).rank(0).secret(OWN_SECRET);
    }

    private CoreSession start() {
        return (CoreSession) Session.start(settings).blockOptional(TIMEOUT).orElseThrow();
    }

    /** The settings of those that ask it. */
    Settings of(Settings asker) {
        return asker.with("name-service", address);
    }

    /** Another process is in its place, which knows nothing of it. */
    void restarted() {
        session = start();
    }

    Session session() {
        return session;
    }

    String address() {
        return address;
    }

    /** It ends as if its process had died. */
    void kill() {
        session.abort("killed by the test").block(TIMEOUT);
    }

    /** Links that nothing needs any more end some packets later. */
    void awaitLinks(int most) {
        Mono.defer(session::links)
                .repeat()
                .filter(links -> links.size() <= most)
                .next()
                .block(TIMEOUT);
    }

    /** The highest number of those that have a link. */
    int mostNumber() {
        return session.links()
                .map(links -> links.isEmpty() ? 0 : links.lastKey())
                .block(TIMEOUT);
    }

    @Override
    public void close() {
        session.close().block(TIMEOUT);
    }
}
