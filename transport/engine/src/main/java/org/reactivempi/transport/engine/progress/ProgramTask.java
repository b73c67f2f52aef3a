package org.reactivempi.transport.engine.progress;

/** A command of the mailbox that runs code of the program, so that the progress thread runs it, and no thread that is inside for a while. */
@FunctionalInterface
public interface ProgramTask extends Runnable {}
