package org.reactivempi.transport.channel.tls;

import java.util.List;

/** By what it is noticed that files have changed: when and how long they were, and which ones. */
record FileStates(List<String> states) {}
