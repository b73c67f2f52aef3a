package org.reactivempi.transport.engine.fake;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the engine logs while this is open, for operators to see; it is shown nowhere else. */
public final class LinkLog extends Handler implements AutoCloseable {

    private final Logger logger = Logger.getLogger("org.reactivempi.transport.engine");
    private final List<LogRecord> records = new ArrayList<>();

    /** Begins to listen. */
    public LinkLog() {
        logger.addHandler(this);
        logger.setUseParentHandlers(false);
    }

    /** Forgets what was logged. */
    public void clear() {
        records.clear();
    }

    /** All that is worth an operator's look. */
    public List<String> warnings() {
        return records.stream()
                .filter(record -> record.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogRecord::getMessage)
                .toList();
    }

    /** What is our own mistake, with its cause. */
    public List<LogRecord> errors() {
        return records.stream()
                .filter(record -> record.getLevel().intValue() >= Level.SEVERE.intValue())
                .toList();
    }

    @Override
    public void publish(LogRecord record) {
        records.add(record);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }
}
