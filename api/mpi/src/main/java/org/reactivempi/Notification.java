package org.reactivempi;

/**
 * What an origin has told this rank by {@link Window#notifyTarget}: all that it has done to this rank's memory before is there.
 *
 * @param origin the rank that has notified, in the window
 * @param tag what it has said, 0 or more
 * @see Window#notifications
 * @since 0.1
 */
public record Notification(int origin, int tag) {}
