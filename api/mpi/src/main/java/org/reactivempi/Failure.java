package org.reactivempi;

/** An operation that has failed, until one wait or test has consumed it. */
record Failure(Throwable error) implements Outcome {}
