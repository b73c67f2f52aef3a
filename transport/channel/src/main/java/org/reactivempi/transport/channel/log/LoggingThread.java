package org.reactivempi.transport.channel.log;

/** A thread that must not wait for the log. */
public interface LoggingThread {

    /** What it writes to in place of the logging system. */
    LogLines logLines();
}
