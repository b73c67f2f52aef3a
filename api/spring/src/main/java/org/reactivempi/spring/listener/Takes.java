package org.reactivempi.spring.listener;

/** What a listener's method is called with. */
enum Takes {
    VALUE,
    MESSAGE,
    STREAM
}
