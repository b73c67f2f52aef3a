package org.reactivempi.spring;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/** What the starter's listeners say in the log, from the moment that this is made until it is closed. */
final class LogWatch extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private static final String LISTENERS = "org.reactivempi.spring.listener";

    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(LISTENERS);

    LogWatch() {
        start();
        logger.setLevel(Level.INFO);
        logger.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getLevel() + " " + event.getFormattedMessage());
    }

    /** The next line, with its level in front. */
    String next() throws InterruptedException {
        String line = lines.poll(30, TimeUnit.SECONDS);
        return line == null ? "nothing in time" : line;
    }

    /** What has been said and not been taken. */
    List<String> rest() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setLevel(null);
        stop();
    }
}
