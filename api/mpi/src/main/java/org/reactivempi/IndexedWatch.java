package org.reactivempi;

/** The watch at one request of a list. */
abstract class IndexedWatch extends Watch {

    final int index;
    final Request request;

    IndexedWatch(int index, Request request) {
        this.index = index;
        this.request = request;
    }
}
